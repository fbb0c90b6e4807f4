import type { JsonObject } from '../../../core/content/json.ts'
import type { Part } from '../../../core/content/part.ts'
import type { ContextPlan } from '../../../core/context-plan.ts'
import type { ToolDefinition } from '../../../core/render/message.ts'
import type { ModelRequest } from '../../../core/render/targets/model-message.ts'
import type { Call } from '../../../history/calls/call.ts'
import type { ModelFacts } from '../../../models/model-facts.ts'
import { type CallRequest, defaultCallSettings } from '../../call-request.ts'
import { type PlannedCall, planCall } from '../../plan-call.ts'
import { CallRefused } from '../errors.ts'
import type { Session } from '../session.ts'
import type { TurnRequest } from '../turn-request.ts'
import { estimateOf } from './estimate.ts'
import { asLearned, type Correction } from './too-long.ts'

/** A call of a turn, planned, with the record of it before it is made. */
export interface PlannedStep {
  readonly planned: PlannedCall
  readonly prompt: ModelRequest
  readonly call: Call
}

/** One step of a turn. */
export interface Step {
  readonly request: Omit<TurnRequest, 'message'> & Pick<CallRequest, 'head'>
  readonly run: string
  /** From 1. */
  readonly number: number
  readonly tools: readonly ToolDefinition[]
  /** How a call that was too long is made again. */
  readonly correction?: Correction
  /** Planned for as the next message, without being said. */
  readonly question?: readonly Part[]
}

/** Plans the next call of a turn. Throws CallRefused where it cannot be planned. */
export async function planStep(session: Session, step: Step): Promise<PlannedStep> {
  const { engine } = session
  const { correction, question } = step
  const request = correction ? withAnswer(step.request, correction.answer) : step.request
  const { conversation, branch, agent = null, measure } = request
  const learned = await asLearned(engine, branch.id, request.model)
  const model = correction ? { ...learned, window: Math.min(learned.window, correction.window) } : learned
  const { settings = defaultCallSettings } = request
  const budget = Math.min(request.budget ?? Number.POSITIVE_INFINITY, correction?.budget ?? Number.POSITIVE_INFINITY)
  const planned = await planCall(engine, {
    conversation,
    branch,
    agent,
    model,
    ...(request.head === undefined ? {} : { head: request.head }),
    settings: { ...settings, tokenBuffer: Math.min(settings.tokenBuffer, Math.floor(model.window / 2)) },
    ...(measure === undefined ? {} : { measure }),
    ...(Number.isFinite(budget) ? { budget } : {}),
    ...(question === undefined ? {} : { question }),
    target: 'ai-sdk',
    tools: step.tools,
    ...(model.cache?.kind === 'breakpoints' ? { cacheBreakpoints: true } : {}),
  })
  if (planned.kind === 'refusal') throw new CallRefused(planned)
  const prompt = planned.rendered.request as unknown as ModelRequest
  return { planned, prompt, call: await callOf(session, { ...step, request: { ...request, model } }, planned, prompt) }
}

function withAnswer(request: Step['request'], answer: number): Step['request'] {
  return { ...request, maxOutputTokens: Math.min(request.maxOutputTokens ?? answer, answer) }
}

async function callOf(
  session: Session,
  { request, run, number }: Step,
  planned: PlannedCall,
  prompt: ModelRequest,
): Promise<Call> {
  const { plan, recipe, stored } = planned
  const { engine } = session
  const { model } = request
  return {
    id: engine.newId(),
    run,
    step: number,
    conversation: recipe.conversation,
    branch: recipe.branch,
    plan: plan.id,
    request: stored.request,
    provider: model.provider,
    model: model.name,
    parameters: parametersOf(request, plan),
    state: 'running',
    startedAt: engine.now(),
    firstTokenAt: null,
    endedAt: null,
    finish: null,
    rawFinish: null,
    usage: null,
    rawUsage: null,
    responseId: null,
    responseModel: null,
    retries: [],
    error: null,
    node: engine.newId(),
    estimate: await estimateOf(session, request, planned, prompt.messages.length),
  }
}

/** The longest answer: what was asked for, else the agent's, else what the window has left, which is at least what was reserved. */
function parametersOf({ agent, model, maxOutputTokens, temperature }: Step['request'], plan: ContextPlan): JsonObject {
  const longest = Math.min(model.maxOutput, roomFor(model, plan))
  const heat = temperature ?? agent?.temperature ?? null
  return {
    maxOutputTokens: Math.min(maxOutputTokens ?? agent?.maxTokens ?? longest, longest),
    ...(heat === null ? {} : { temperature: heat }),
    ...(model.options === undefined ? {} : { options: model.options }),
  }
}

/** An input whose size is an estimate may be so much larger. */
const estimateMargin = 1.15

function roomFor({ window, exact }: ModelFacts, { budget }: ContextPlan): number {
  const left = window - Math.ceil(budget.used * (exact ? 1 : estimateMargin)) - budget.safety
  return Math.max(1, Math.min(budget.reserved, window - budget.used), left)
}
