import { setImmediate } from 'node:timers/promises'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { AnthropicRequest } from '../../core/render/targets/anthropic-request.ts'
import type { CallRequest } from '../call-request.ts'
import type { Engine } from '../engine.ts'
import { planCall } from '../plan-call.ts'
import { expectations, recordedCalls } from './recorded-calls.ts'
import { scratchStore } from './scratch-store.ts'
import { figuresOf, type SimulatedCall, type SimulatedRequest } from './simulated-call.ts'

/** What is replayed, and how: the calls up to the branch's head, or to `head`, as a request for each would be made. */
export interface SimulationRequest
  extends Pick<
    CallRequest,
    'conversation' | 'branch' | 'head' | 'agent' | 'model' | 'settings' | 'budget' | 'measure'
  > {
  /** Each call has its request with it. Default false. */
  readonly requests?: boolean
  /** Ends it between two calls, by throwing its reason. */
  readonly signal?: AbortSignal
  /** Told before each call how many are done, and at the end. */
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Replays a branch call by call: each recorded answer's call is planned as it would have been sent, on the plan before it. All
 * calls are taken to be within the life of the provider's cache, and settings, edits and marks as they are now. Nothing is
 * written to the store. A call that cannot be planned is told as refused.
 */
export async function* simulate(engine: Engine, request: SimulationRequest): AsyncIterable<SimulatedCall> {
  const {
    conversation,
    branch,
    agent,
    model,
    settings,
    budget,
    measure,
    requests = false,
    signal,
    onProgress,
  } = request
  const head = request.head ?? branch.head
  if (head === null) return
  const { store } = engine
  const route = await store.route(head, branch.id)
  const counting = await engine.loadMeasure(measure ?? model.measure)
  const calls = await recordedCalls(store, route, counting)
  const expected = expectations(store, route, counting)
  const started = engine.now()
  const trial: Engine = { ...engine, store: scratchStore(store), now: () => started }
  let before: ContextPlan | undefined
  for (const [index, call] of calls.entries()) {
    await setImmediate()
    signal?.throwIfAborted()
    onProgress?.(index, calls.length)
    const made = await planCall(trial, {
      conversation,
      branch,
      head: call.head,
      model,
      target: 'anthropic',
      ...(agent === undefined ? {} : { agent }),
      ...(settings === undefined ? {} : { settings }),
      ...(budget === undefined ? {} : { budget }),
      ...(measure === undefined ? {} : { measure }),
    })
    const { node } = call
    if (made.kind === 'refusal') {
      yield { kind: 'refused', index, node, limit: made.limit, refusal: made }
      continue
    }
    const { plan, recipe, rendered } = made
    const figures = figuresOf(plan, before, recipe.prices)
    before = plan
    yield {
      kind: 'sent',
      index,
      node,
      limit: plan.budget.limit,
      ...figures,
      ...(requests
        ? { request: { ...partsOf(rendered.request as unknown as AnthropicRequest), expects: await expected(call) } }
        : {}),
    }
  }
  onProgress?.(calls.length, calls.length)
}

function partsOf({ tools = [], system = '', messages }: AnthropicRequest): Omit<SimulatedRequest, 'expects'> {
  return { tools, system, messages }
}
