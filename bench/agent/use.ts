import { describeRefusal } from '../../src/core/refusal.ts'
import { straight } from '../../src/history/route.ts'
import type { CallRequest } from '../../src/session/call-request.ts'
import type { Engine } from '../../src/session/engine.ts'
import { planCall, planRecipe } from '../../src/session/plan-call.ts'
import { writeRecipe } from '../../src/session/write-recipe.ts'
import { callUnder, exactId, openBench } from '../engine.ts'
import { budgets, measuredCalls, type Task, type TimedCall, type Used, type UsedUnder, warmUpCalls } from './task.ts'

/** Plans the newest calls of a filled workspace, each on the one before it, under each budget. */
export async function use({ folder }: Task): Promise<Used> {
  const { engine, close } = await openBench(folder)
  await engine.loadMeasure(exactId)
  const [conversation] = await engine.store.conversations()
  const [branch] = conversation ? await engine.store.branches(conversation.id) : []
  if (!conversation || !branch?.head) throw new Error('The workspace holds no conversation.')
  const heads = await headsOf(engine, branch.head, warmUpCalls + measuredCalls)
  const under: UsedUnder[] = []
  for (const budget of budgets) {
    const calls: TimedCall[] = []
    for (const head of heads) calls.push(await timed(engine, { ...callUnder(budget, conversation, branch), head }))
    under.push({ budget, calls: calls.slice(warmUpCalls) })
  }
  await close()
  return { under }
}

/** The newest nodes behind which the model speaks. */
async function headsOf(engine: Engine, last: string, count: number): Promise<string[]> {
  const { store } = engine
  const end = (await store.node(last))?.depth ?? 0
  const from = Math.max(0, end - 3 * count)
  const nodes = await store.path(straight(last), from, end, await engine.loadMeasure(exactId))
  const heads = nodes.filter((_, at) => at === nodes.length - 1 || nodes[at + 1]?.author === 'model')
  return heads.slice(-count).map(({ id }) => id)
}

async function timed(engine: Engine, request: CallRequest): Promise<TimedCall> {
  const started = performance.now()
  const made = await planRecipe(engine, await writeRecipe(engine, request))
  const planned = performance.now()
  const call = await planCall(engine, request)
  const done = performance.now()
  if (made.kind === 'refusal') throw new Error(describeRefusal(made))
  if (call.kind === 'refusal' || call.plan.id !== made.id) throw new Error('The same call was planned otherwise.')
  const { moment, kept, budget } = made
  return { moment, plan: planned - started, call: done - planned, kept: kept.length, used: budget.used }
}
