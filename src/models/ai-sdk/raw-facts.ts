import type { ProviderApi } from '../providers/provider.ts'
import { isRecord, textIn } from './record.ts'

/** What the provider's own events say, beside what the client makes of them. */
export interface RawFacts {
  /** Whether an event of the interface came. */
  readonly began: boolean
  /** Whether the provider said that the answer is complete. */
  readonly complete: boolean
  /** Why it ended, in the provider's word. */
  readonly reason: string | null
  readonly responseId: string | null
  readonly model: string | null
  /** The field in which reasoning came beside the text, in Chat Completions. */
  readonly reasoningField: 'reasoning_content' | 'reasoning' | null
}

/** Before anything came. */
export const noFacts: RawFacts = {
  began: false,
  complete: false,
  reason: null,
  responseId: null,
  model: null,
  reasoningField: null,
}

/** What is known after one more event of the provider. */
export function readRaw(api: ProviderApi, facts: RawFacts, value: unknown): RawFacts {
  if (!isRecord(value)) return facts
  const seen = { ...facts, began: facts.began || isEvent(api, value) }
  switch (api) {
    case 'anthropic':
      return readAnthropic(seen, value)
    case 'responses':
      return readResponses(seen, value)
    case 'chat-completions':
      return readChat(seen, value)
    default:
      return api satisfies never
  }
}

function isEvent(api: ProviderApi, { type, choices, error }: { readonly [key: string]: unknown }): boolean {
  if (api === 'chat-completions') return Array.isArray(choices) || isRecord(error)
  return typeof type === 'string' && (api === 'anthropic' || type === 'error' || type.startsWith('response.'))
}

function readAnthropic(facts: RawFacts, { type, message, delta }: { readonly [key: string]: unknown }): RawFacts {
  if (type === 'message_start') return { ...facts, ...named(facts, message) }
  if (type === 'message_delta') return { ...facts, reason: textIn(delta, 'stop_reason') ?? facts.reason }
  return type === 'message_stop' ? { ...facts, complete: true } : facts
}

function readResponses(facts: RawFacts, { type, response }: { readonly [key: string]: unknown }): RawFacts {
  if (!isRecord(response)) return facts
  const complete = type === 'response.completed' || type === 'response.incomplete'
  const reason = textIn(response.incomplete_details, 'reason') ?? textIn(response, 'status')
  return {
    ...facts,
    ...named(facts, response),
    complete: facts.complete || complete,
    reason: complete ? reason : facts.reason,
  }
}

function readChat(facts: RawFacts, value: { readonly [key: string]: unknown }): RawFacts {
  const choice: unknown = Array.isArray(value.choices) ? value.choices[0] : undefined
  const delta = isRecord(choice) ? choice.delta : undefined
  const reason = textIn(choice, 'finish_reason')
  const field = (['reasoning_content', 'reasoning'] as const).find((name) => textIn(delta, name) !== null)
  return {
    ...facts,
    ...named(facts, value),
    complete: facts.complete || reason !== null,
    reason: reason ?? facts.reason,
    reasoningField: facts.reasoningField ?? field ?? null,
  }
}

function named(facts: RawFacts, value: unknown): Pick<RawFacts, 'responseId' | 'model'> {
  return { responseId: facts.responseId ?? textIn(value, 'id'), model: facts.model ?? textIn(value, 'model') }
}
