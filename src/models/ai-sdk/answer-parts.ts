import type { Json, JsonObject } from '../../core/content/json.ts'
import type { ProviderData } from '../../core/content/part.ts'
import type { AnswerPart, ModelEvent } from '../language-model.ts'
import type { ProviderApi } from '../providers/provider.ts'
import type { RawFacts } from './raw-facts.ts'
import { isRecord } from './record.ts'

/** A part that is complete. */
export type PartEvent = Extract<ModelEvent, { kind: 'part' }>

/** A part on its way. */
export interface Open {
  readonly kind: 'text' | 'reasoning' | 'call' | 'file'
  /** What the client calls it. */
  readonly id: string
  /** Of the tool. */
  name: string
  /** The text so far; one for each summary of a reasoning item. */
  readonly texts: string[]
  /** What the client said of it besides. */
  readonly data: { [key: string]: Json | undefined }
  /** Null where there is nothing to tell; undefined while it is open. */
  done: PartEvent | null | undefined
}

/** A text. Blank ones say nothing. */
export function textOf({ texts, data }: Open, api: ProviderApi, key: string): PartEvent | null {
  const text = texts.join('')
  if (text.trim() === '') return null
  const kept = api === 'anthropic' ? pick(data, 'citations') : api === 'responses' ? pick(data, 'phase') : {}
  return partEvent({ kind: 'text', text }, key, kept)
}

/**
 * Reasoning, with what its provider wants back: Anthropic's signature or redacted block, the item of Responses in its own
 * form, and in Chat Completions the field in which it came.
 */
export function reasoningOf({ texts, data }: Open, api: ProviderApi, key: string, facts: RawFacts): PartEvent | null {
  const text = texts.filter((each) => each !== '').join('\n\n')
  const own = reasoningData(texts, text, data, api, facts)
  return text === '' && Object.keys(own).length === 0 ? null : partEvent({ kind: 'reasoning', text }, key, own)
}

function reasoningData(
  texts: readonly string[],
  text: string,
  data: JsonObject,
  api: ProviderApi,
  { reasoningField }: RawFacts,
): JsonObject {
  if (api === 'chat-completions') return reasoningField === null ? {} : { [reasoningField]: text }
  if (api === 'anthropic') {
    if (typeof data.redactedData === 'string') return { type: 'redacted_thinking', data: data.redactedData }
    return pick(data, 'signature')
  }
  if (typeof data.itemId !== 'string') return {}
  const encrypted = data.reasoningEncryptedContent
  const summary = texts.filter((each) => each !== '').map((each) => ({ type: 'summary_text', text: each }))
  return {
    type: 'reasoning',
    id: data.itemId,
    ...(typeof encrypted === 'string' ? { encrypted_content: encrypted } : {}),
    ...(summary.length > 1 ? { summary } : {}),
  }
}

/** A call; `input` as the client read it, or what was written of it. One that is no object comes as `{ unparsed }`. */
export function callOf({ id, name, texts, data }: Open, input: unknown, api: ProviderApi, key: string): PartEvent {
  const written = texts.join('') || (typeof input === 'string' ? input : JSON.stringify(input ?? ''))
  const own = api === 'chat-completions' ? pick(data, 'thoughtSignature') : {}
  const call = { kind: 'tool-call', callId: id, name } as const
  if (isRecord(input) && !isDeep(input, deepest)) return partEvent({ ...call, input: input as JsonObject }, key, own)
  if (typeof input === 'string' && input.trim() === '') return partEvent({ ...call, input: {} }, key, own)
  return { ...partEvent({ ...call, input: { unparsed: written } }, key, own), fault: faultIn(written) }
}

/** Inputs that are nested deeper are not read: nobody means them, and they break what walks through them. */
const deepest = 200

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((each) => isDeep(each, left - 1))
}

/** Why what was written is no input: the reason alone, as the end of a sentence. */
function faultIn(written: string): string {
  try {
    return isDeep(JSON.parse(written), deepest)
      ? `it is nested more than ${deepest} levels deep.`
      : 'it is no JSON object.'
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}.`
  }
}

/** A file that the model made. */
export function fileOf({ base64, mediaType }: { readonly base64: string; readonly mediaType: string }): PartEvent {
  const ref = `data:${mediaType};base64,${base64}`
  return partEvent({ kind: 'file', path: 'made-by-the-model', way: 'attachment', text: '', ref, mediaType }, '', {})
}

function partEvent(part: AnswerPart, key: string, data: JsonObject): PartEvent {
  const provider: ProviderData = { [key]: data }
  return { kind: 'part', part: Object.keys(data).length === 0 ? part : { ...part, provider } }
}

function pick(data: JsonObject, field: string): JsonObject {
  return data[field] === undefined || data[field] === null ? {} : { [field]: data[field] }
}
