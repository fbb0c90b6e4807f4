import type { ContextPlan } from '../../src/core/context-plan.ts'
import type { HistoryStrategy } from '../../src/core/plan-input.ts'
import { describeRefusal, type Refusal } from '../../src/core/refusal.ts'
import { straight } from '../../src/history/route.ts'
import { type CallRequest, defaultCallSettings } from '../../src/session/call-request.ts'
import type { Engine } from '../../src/session/engine.ts'
import { type PlannedCall, planCall, planRecipe } from '../../src/session/plan-call.ts'
import { callUnder, exactId, openBench } from '../engine.ts'
import { timeRounds } from '../frame/rounds.ts'
import { type Planned, planBudget, type Task, type Warmed } from './task.ts'

/** Rounds take turns over so many of the newest heads, so that no plan is simply the one before. */
const headCount = 64

const strategies: readonly HistoryStrategy[] = ['truncateMiddle', 'rollingWindow']

/** Plans over a filled workspace: the first in this process, then warm ones. */
export async function warm({ folder }: Task & { kind: 'warm' }): Promise<Warmed> {
  const { engine, close } = await openBench(folder)
  await engine.loadMeasure(exactId)
  const { request, heads } = await start(engine)
  const before = performance.now()
  const first = expectPlanned(await planCall(engine, request))
  const firstMilliseconds = performance.now() - before
  const plans: Planned[] = []
  for (const strategy of strategies) {
    plans.push(await planOnly(engine, first, strategy, heads))
    plans.push(await wholeCall(engine, request, strategy, heads))
  }
  await close()
  return { plans, firstMilliseconds }
}

async function start(engine: Engine): Promise<{ request: CallRequest; heads: readonly string[] }> {
  const [conversation] = await engine.store.conversations()
  const [branch] = conversation ? await engine.store.branches(conversation.id) : []
  const head = branch?.head == null ? undefined : await engine.store.node(branch.head)
  if (!conversation || !branch || !head) throw new Error('The workspace holds no conversation.')
  const measure = await engine.loadMeasure(exactId)
  const newest = await engine.store.path(
    straight(head.id),
    Math.max(0, head.depth - headCount + 1),
    head.depth,
    measure,
  )
  const request = callUnder(planBudget, conversation, branch)
  return { request, heads: newest.map(({ id }) => id) }
}

async function planOnly(
  engine: Engine,
  { recipe }: PlannedCall,
  strategy: HistoryStrategy,
  heads: readonly string[],
): Promise<Planned> {
  let kept = 0
  const timing = await timeRounds(async (round) => {
    const made = await planRecipe(engine, {
      ...recipe,
      historyStrategy: strategy,
      head: heads[round % heads.length] ?? recipe.head,
      route: straight(heads[round % heads.length] ?? ''),
    })
    kept = expectPlan(made).kept.length
  })
  return { strategy, what: 'plan', kept, ...timing }
}

/** Each round asks a question of its own, so that there is a new plan to store. */
async function wholeCall(
  engine: Engine,
  request: CallRequest,
  strategy: HistoryStrategy,
  heads: readonly string[],
): Promise<Planned> {
  const settings = { ...defaultCallSettings, truncationStrategy: strategy }
  let kept = 0
  const timing = await timeRounds(async (round) => {
    const branch = { ...request.branch, head: heads[round % heads.length] ?? request.branch.head }
    const question = [{ kind: 'text' as const, text: `Question ${round} to ${strategy}: what is left to do?` }]
    kept = expectPlanned(await planCall(engine, { ...request, branch, settings, question })).plan.kept.length
  })
  return { strategy, what: 'call', kept, ...timing }
}

function expectPlanned(planned: PlannedCall | Refusal): PlannedCall {
  if (planned.kind === 'refusal') throw new Error(describeRefusal(planned))
  return planned
}

function expectPlan(made: ContextPlan | Refusal): ContextPlan {
  if (made.kind === 'refusal') throw new Error(describeRefusal(made))
  return made
}
