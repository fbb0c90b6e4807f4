import { callUnder, exactId } from '../../bench/engine.ts'
import { type Row, rounded } from '../../bench/frame/report.ts'
import { timeRounds } from '../../bench/frame/rounds.ts'
import type { Json } from '../../src/core/content/json.ts'
import type { Measure } from '../../src/core/content/measure.ts'
import type { ContextPlan } from '../../src/core/context-plan.ts'
import { describeRefusal } from '../../src/core/refusal.ts'
import { type RenderTarget, renderTargets } from '../../src/core/render/render.ts'
import { verify } from '../../src/core/verify.ts'
import type { CallRequest } from '../../src/session/call-request.ts'
import type { Engine } from '../../src/session/engine.ts'
import { gather } from '../../src/session/gather/gather.ts'
import { type PlannedCall, planCall, planRecipe } from '../../src/session/plan-call.ts'
import { replay } from '../../src/session/replay.ts'
import { renderRequest } from '../../src/session/request.ts'
import { textsIn } from './texts-in.ts'

/**
 * Plans the next call of a conversation's checked-out branch and says what came of it: sizes, times, and whether it renders for every
 * target, verifies and replays. `offPercent` is how far the exact count of the texts in the request is from the
 * plan's own size, per cent of the plan's.
 */
export async function planAtBudget(engine: Engine, conversationId: string, budget: number): Promise<Row> {
  const request = await requestFor(engine, conversationId, budget)
  const started = performance.now()
  const planned = await planCall(engine, request)
  const callMs = performance.now() - started
  if (planned.kind === 'refusal') return { outcome: describeRefusal(planned) }
  const { plan, recipe } = planned
  const { median: planMs } = await timeRounds(() => planRecipe(engine, recipe), {
    warmUp: 2,
    most: 15,
    milliseconds: 1000,
  })
  const measure = await engine.loadMeasure(exactId)
  const renderedTokens = countRequest(planned.rendered.request, plan, measure, recipe.perMessage)
  const problems = [...(await unrendered(engine, plan)), ...(await unproven(engine, planned, measure))]
  return {
    size: plan.budget.used,
    kept: plan.kept.filter(({ kind }) => kind === 'kept').length,
    leftOut: plan.leftOut.reduce((sum, entry) => sum + (entry.kind === 'span' ? entry.count : 1), 0),
    planMs,
    callMs,
    targets: renderTargets.length - problems.filter(({ kind }) => kind === 'target').length,
    replayed: problems.some(({ kind }) => kind === 'replay') ? 'no' : 'yes',
    renderedTokens,
    offPercent: rounded(((renderedTokens - plan.budget.used) / plan.budget.used) * 100),
    outcome: problems.map(({ message }) => message).join('; ') || 'good',
  }
}

async function requestFor(engine: Engine, id: string, budget: number): Promise<CallRequest> {
  const conversation = await engine.store.conversation(id)
  const branch = conversation && (await engine.store.branch(conversation.branch))
  if (!conversation || !branch) throw new Error(`The conversation ${id} has no branch that is checked out.`)
  return callUnder(budget, conversation, branch)
}

interface Problem {
  readonly kind: 'target' | 'verify' | 'replay'
  readonly message: string
}

async function unrendered(engine: Engine, plan: ContextPlan): Promise<Problem[]> {
  const problems = renderTargets.map(async (target): Promise<Problem[]> => {
    const failure = await failureOf(engine, plan, target)
    return failure === undefined ? [] : [{ kind: 'target', message: `${target}: ${failure}` }]
  })
  return (await Promise.all(problems)).flat()
}

async function failureOf(engine: Engine, plan: ContextPlan, target: RenderTarget): Promise<string | undefined> {
  try {
    const { text } = await renderRequest(engine.store, plan, target)
    return text === '' ? 'nothing was rendered' : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function unproven(engine: Engine, { plan, recipe }: PlannedCall, measure: Measure): Promise<Problem[]> {
  const violations = verify(await gather(engine.store, measure, recipe), plan)
  const { same, where } = await replay(engine, plan.id)
  return [
    ...violations.map((violation): Problem => ({ kind: 'verify', message: violation })),
    ...(same ? [] : [{ kind: 'replay' as const, message: `replay: ${where}` }]),
  ]
}

/** Every text of a chat request as the provider would count it: contents, names, inputs and tools, and so much a message. */
function countRequest(request: Json, plan: ContextPlan, measure: Measure, perMessage: number): number {
  const { texts, messages } = textsIn(request)
  const mediaSize = plan.measure === measure.id ? 1600 : 0
  return texts.reduce((sum, text) => sum + (text === null ? mediaSize : measure.count(text)), 0) + messages * perMessage
}
