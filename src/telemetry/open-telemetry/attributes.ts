import type { Attributes } from '@opentelemetry/api'
import type { ContextPlan } from '../../core/context-plan.ts'
import { type Call, type FinishReason, inputOf } from '../../history/calls/call.ts'
import type { ToolTrace } from '../../history/calls/tool-trace.ts'
import type { SessionEvent } from '../event.ts'
import { identifier, measureIdentifier } from '../identifier.ts'
import { leftOutOf } from '../left-out.ts'

/**
 * Attributes by the semantic conventions for generative AI, version 1.41.0; what they have no name for begins with `heddle.`.
 * What is null or undefined is left out.
 */

/** Providers that the conventions name otherwise. */
const providers: { readonly [name: string]: string } = {
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
  xai: 'x_ai',
  moonshot: 'moonshot_ai',
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
}

/** A finish reason in the words of the conventions. */
export function finishWord(reason: FinishReason): string {
  if (reason === 'tool-calls') return 'tool_call'
  return reason === 'content-filter' ? 'content_filter' : reason
}

/** Who is asked: on every span and metric of a turn, its plans and its calls. */
export function modelAttributes(operation: string, { provider, model }: Pick<Call, 'provider' | 'model'>): Attributes {
  return {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': (Object.hasOwn(providers, provider) ? providers[provider] : undefined) ?? provider,
    'gen_ai.request.model': model,
  }
}

export function turnAttributes(event: Extract<SessionEvent, { kind: 'turn-start' }>): Attributes {
  return present({
    ...modelAttributes('invoke_agent', event),
    'gen_ai.agent.name': event.agent && identifier(event.agent),
    'gen_ai.conversation.id': event.conversation,
    'heddle.run.id': event.run,
    'heddle.branch.id': event.branch,
  })
}

export function callAttributes(call: Call): Attributes {
  const { usage, finish, parameters, responseId, responseModel, estimate } = call
  const { maxOutputTokens, temperature } = parameters
  const real = inputOf(usage)
  return present({
    ...modelAttributes('chat', call),
    'gen_ai.conversation.id': call.conversation,
    'gen_ai.request.stream': true,
    'gen_ai.request.max_tokens': typeof maxOutputTokens === 'number' ? maxOutputTokens : null,
    'gen_ai.request.temperature': typeof temperature === 'number' ? temperature : null,
    'gen_ai.response.id': responseId && identifier(responseId),
    'gen_ai.response.model': responseModel && identifier(responseModel),
    'gen_ai.response.finish_reasons': finish && [finishWord(finish)],
    'gen_ai.response.time_to_first_chunk': timeToFirstChunk(call),
    'gen_ai.usage.input_tokens': real,
    'gen_ai.usage.cache_read.input_tokens': usage?.cachedRead,
    'gen_ai.usage.cache_creation.input_tokens': usage?.cacheWrite,
    'gen_ai.usage.output_tokens': usage?.output,
    'gen_ai.usage.reasoning.output_tokens': usage?.reasoning,
    'error.type': errorType(call),
    'heddle.call.id': call.id,
    'heddle.call.step': call.step,
    'heddle.call.state': call.state,
    'heddle.call.retries': call.retries.length,
    'heddle.plan.id': call.plan,
    'heddle.plan.used': estimate.size,
    'heddle.plan.measure': measureIdentifier(estimate.measure),
    'heddle.plan.error': real ? (estimate.size - real) / real : null,
  })
}

/** Why a call failed; undefined where it did not, and where a person stopped it. */
export function errorType({ state, error }: Pick<Call, 'state' | 'error'>): string | undefined {
  return state === 'failed' ? identifier(error?.code ?? '_OTHER') : undefined
}

/** Seconds from the request that was answered, not those that were tried before, to its first piece; null where none came. */
export function timeToFirstChunk({ startedAt, firstTokenAt, retries }: Call): number | null {
  if (firstTokenAt === null) return null
  const last = retries.at(-1)
  return Math.max(0, firstTokenAt - (last ? last.at + last.waited : startedAt)) / 1000
}

export function toolAttributes(trace: ToolTrace): Attributes {
  return present({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': identifier(trace.name),
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': identifier(trace.callId),
    'error.type': toolError(trace),
    'heddle.call.id': trace.call,
    'heddle.tool.permitted': trace.permitted,
    'heddle.tool.result.size': trace.size,
    'heddle.tool.exit_code': trace.exitCode,
    'heddle.tool.changes': trace.changes.length,
  })
}

/** `tool-failed`, or `tool-refused`, `tool-denied`, `tool-not-asked` for one that did not run; undefined where it succeeded. */
export function toolError({ error, permitted }: ToolTrace): string | undefined {
  if (error === null) return undefined
  return permitted === 'allowed' || permitted === 'approved' ? 'tool-failed' : `tool-${permitted}`
}

export function planAttributes(plan: ContextPlan, firstCut: boolean): Attributes {
  const { budget, kept, leftOut, prefix } = plan
  const out = leftOutOf(leftOut)
  const attributes: Attributes = {
    'heddle.plan.id': plan.id,
    'heddle.plan.measure': measureIdentifier(plan.measure),
    'heddle.plan.window': budget.window,
    'heddle.plan.limit': budget.limit,
    'heddle.plan.used': budget.used,
    'heddle.plan.kept': kept.length,
    'heddle.plan.left_out': out.count,
    'heddle.plan.left_out_size': out.size,
    'heddle.plan.truncated': plan.truncation.truncated,
    'heddle.plan.first_cut': firstCut,
    'heddle.plan.moment': plan.moment,
  }
  for (const { section, used } of budget.sections) attributes[`heddle.plan.section.${section}.used`] = used
  if (prefix) {
    attributes['heddle.plan.prefix.shared'] = prefix.shared
    attributes['heddle.plan.prefix.broken'] = prefix.broken?.because ?? 'none'
  }
  return attributes
}

type Value = string | number | boolean | readonly string[] | null | undefined

function present(attributes: { readonly [name: string]: Value | Attributes[string] }): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Attributes
}
