import type { Json, JsonObject } from '../core/content/json.ts'
import type { ContextPlan } from '../core/context-plan.ts'
import type { Refusal } from '../core/refusal.ts'
import type { Call } from '../history/calls/call.ts'
import type { ToolTrace } from '../history/calls/tool-trace.ts'
import type { Node } from '../history/node.ts'
import type { SessionEvent } from './event.ts'
import { identifier, identifierOrNull, measureIdentifier } from './identifier.ts'
import { leftOutOf } from './left-out.ts'

/** What is kept of events. */
export interface RecordOptions {
  /** Also what was said, asked, found and written. Default false. */
  readonly content?: boolean
}

/**
 * An event as a JSON object: `run`, `at`, `kind` and its facts; null for a delta, of which nothing is kept. Without
 * `content` it has ids, names, codes, digests, sizes, counts and times, and no text of the conversation, of tools or of
 * errors. Of a plan it has the account; the plan itself is in the store.
 */
export function eventRecord(event: SessionEvent, { content = false }: RecordOptions = {}): JsonObject | null {
  const facts = factsOf(event)
  if (facts === null) return null
  const { run, at, kind } = event
  return { run, at, kind, ...facts, ...(content ? contentOf(event) : {}) }
}

function factsOf(event: SessionEvent): JsonObject | null {
  switch (event.kind) {
    case 'turn-start': {
      const { conversation, branch, provider, model, agent } = event
      return { conversation, branch, provider, model, ...(agent === undefined ? {} : { agent: identifier(agent) }) }
    }
    case 'node-append':
      return { node: nodeFacts(event.node), parts: event.parts.map(({ kind }) => kind) }
    case 'plan-end':
      return { plan: planFacts(event.plan), took: event.took, firstCut: event.firstCut }
    case 'plan-refuse':
      return { refusal: refusalFacts(event.refusal) }
    case 'call-start':
      return { call: callFacts(event.call) }
    case 'text-delta':
    case 'reasoning-delta':
      return null
    case 'tool-input-start':
      return { call: event.call, callId: identifier(event.callId), name: identifier(event.name) }
    case 'call-retry':
      return { call: event.call, code: identifier(event.code), wait: event.wait }
    case 'call-end':
      return { call: callFacts(event.call), parts: event.parts.map(({ kind }) => kind), partial: event.partial }
    case 'tool-start':
      return { call: event.call, callId: identifier(event.callId), name: identifier(event.name) }
    case 'tool-end':
      return { trace: traceFacts(event.trace) }
    case 'turn-end': {
      const { state, steps, branch, error } = event
      return { state, steps, branch, error: error && { code: identifier(error.code) } }
    }
    default:
      return event satisfies never
  }
}

/** What stands for facts of the same name where content is asked for. */
function contentOf(event: SessionEvent): JsonObject {
  switch (event.kind) {
    case 'node-append':
      return json({ node: event.node, parts: event.parts })
    case 'plan-refuse':
      return json({ refusal: event.refusal })
    case 'call-start':
      return json({ call: event.call, ...(event.prompt === undefined ? {} : { prompt: event.prompt }) })
    case 'call-retry':
      return { message: event.message }
    case 'call-end':
      return json({ call: event.call, parts: event.parts })
    case 'tool-start':
      return { callId: event.callId, name: event.name, input: event.input, about: event.about }
    case 'tool-end':
      return json({ trace: event.trace, parts: event.parts })
    case 'turn-end':
      return { error: event.error }
    default:
      return {}
  }
}

function json(value: object): JsonObject {
  return value as { readonly [key: string]: Json }
}

function nodeFacts({ id, parent, depth, author, content, createdAt, empty }: Node): JsonObject {
  return { id, parent, depth, author, content, createdAt, empty }
}

function planFacts({ id, measure, budget, kept, leftOut, truncation, moment, prefix }: ContextPlan): JsonObject {
  const { window, reserved, safety, limit, used, sections } = budget
  return {
    id,
    measure: measureIdentifier(measure),
    budget: {
      window,
      reserved,
      safety,
      limit,
      used,
      sections: sections.map(({ section, allotted, used, items }) => ({ section, allotted, used, items })),
    },
    kept: kept.length,
    leftOut: { ...leftOutOf(leftOut) },
    truncated: truncation.truncated,
    moment,
    prefix: prefix
      ? {
          previous: prefix.previous,
          shared: prefix.shared,
          broken: prefix.broken?.because ?? null,
          cost: prefix.cost,
        }
      : null,
  }
}

function refusalFacts(refusal: Refusal): JsonObject {
  const { code, limit } = refusal
  return 'overBy' in refusal ? { code, limit, overBy: refusal.overBy } : { code, limit }
}

function callFacts(call: Call): JsonObject {
  const { id, step, conversation, branch, node, plan, request, provider, model, parameters, state } = call
  const { startedAt, firstTokenAt, endedAt, finish, usage, retries, error, estimate } = call
  const { measure, size, messages, perMessage } = estimate
  return {
    id,
    step,
    conversation,
    branch,
    node,
    plan,
    request,
    provider,
    model,
    parameters: numbersOf(parameters),
    state,
    startedAt,
    firstTokenAt,
    endedAt,
    finish,
    rawFinish: identifierOrNull(call.rawFinish),
    usage: usage && { ...usage },
    responseId: identifierOrNull(call.responseId),
    responseModel: identifierOrNull(call.responseModel),
    retries: retries.map(({ code, waited, at }) => ({ code: identifier(code), waited, at })),
    error: error && { code: identifier(error.code) },
    estimate: { measure: measureIdentifier(measure), size, messages, perMessage },
  }
}

function numbersOf(parameters: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => typeof value === 'number'))
}

function traceFacts(trace: ToolTrace): JsonObject {
  const { call, callId, name, permitted, result, size, startedAt, endedAt, error, exitCode, changes } = trace
  return {
    call,
    callId: identifier(callId),
    name: identifier(name),
    permitted,
    result,
    size,
    startedAt,
    endedAt,
    failed: error !== null,
    exitCode,
    changes: changes.length,
  }
}
