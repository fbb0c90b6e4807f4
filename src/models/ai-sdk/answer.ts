import type { JsonObject } from '../../core/content/json.ts'
import type { ModelEvent } from '../language-model.ts'
import type { ProviderApi } from '../providers/provider.ts'
import { callOf, fileOf, type Open, reasoningOf, textOf } from './answer-parts.ts'
import type { RawFacts } from './raw-facts.ts'

/** What a provider said of a part, by the client's name for the provider. */
type Metadata = { readonly [provider: string]: JsonObject }

/** What the client tells of an answer, as far as it is read here. */
export type AnswerEvent =
  | {
      readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'
      readonly id: string
      readonly providerMetadata?: Metadata | undefined
    }
  | {
      readonly type: 'text-delta' | 'reasoning-delta'
      readonly id: string
      readonly text: string
      readonly providerMetadata?: Metadata | undefined
    }
  | { readonly type: 'tool-input-start'; readonly id: string; readonly toolName: string }
  | { readonly type: 'tool-input-delta'; readonly id: string; readonly delta: string }
  | {
      readonly type: 'tool-call'
      readonly toolCallId: string
      readonly toolName: string
      readonly input: unknown
      readonly providerExecuted?: boolean | undefined
      readonly providerMetadata?: Metadata | undefined
    }
  | { readonly type: 'file'; readonly file: { readonly base64: string; readonly mediaType: string } }

/** An answer on its way. */
export interface Answer {
  /** Takes one event; what is to be told at once: deltas, and calls that begin. */
  take(event: AnswerEvent): ModelEvent[]
  /** The parts that are complete, each once, as far as no part that began before them is still open. */
  release(): ModelEvent[]
  /** Completes what is open, and gives the rest. Only for an answer that is complete. */
  finish(): ModelEvent[]
}

/** What goes between two summaries of one reasoning item. */
const between = '\n\n'

/** Puts the parts of an answer together, in the order in which they began. `key` is the name of the provider's data. */
export function newAnswer(api: ProviderApi, key: string, facts: () => RawFacts): Answer {
  const parts: Open[] = []
  let released = 0
  const open = (kind: Open['kind'], id: string, name = ''): Open => {
    const part: Open = { kind, id, name, texts: [''], data: {}, done: undefined }
    parts.push(part)
    return part
  }
  const find = (kind: Open['kind'], id: string): Open =>
    parts.findLast((part) => part.kind === kind && part.id === id && part.done === undefined) ?? open(kind, id)
  const complete = (part: Open): void => {
    if (part.done !== undefined) return
    if (part.kind === 'text') part.done = textOf(part, api, key)
    else if (part.kind === 'reasoning') part.done = reasoningOf(part, api, key, facts())
    else if (part.kind === 'call') part.done = callOf(part, undefined, api, key)
  }
  const take = (event: AnswerEvent): ModelEvent[] => {
    switch (event.type) {
      case 'text-start':
        Object.assign(open('text', event.id).data, dataIn(event.providerMetadata))
        return []
      case 'text-delta': {
        const part = find('text', event.id)
        append(part, event.text, event.providerMetadata)
        return event.text === '' ? [] : [{ kind: 'text-delta', text: event.text }]
      }
      case 'text-end': {
        const part = find('text', event.id)
        append(part, '', event.providerMetadata)
        complete(part)
        return []
      }
      case 'reasoning-start': {
        const { item, index } = placeOf(api, event.id)
        const part = index === 0 ? open('reasoning', item) : find('reasoning', item)
        if (index > 0) part.texts.push('')
        append(part, '', event.providerMetadata)
        return index > 0 ? [{ kind: 'reasoning-delta', text: between }] : []
      }
      case 'reasoning-delta': {
        append(find('reasoning', placeOf(api, event.id).item), event.text, event.providerMetadata)
        return event.text === '' ? [] : [{ kind: 'reasoning-delta', text: event.text }]
      }
      case 'reasoning-end': {
        const data = dataIn(event.providerMetadata)
        const part = parts.findLast((each) => each.kind === 'reasoning' && each.id === placeOf(api, event.id).item)
        if (part === undefined || part.done !== undefined) return []
        Object.assign(part.data, data)
        // An item may go on with another summary; it is over when it comes with what is sent back.
        if (api !== 'responses' || 'reasoningEncryptedContent' in data) complete(part)
        return []
      }
      case 'tool-input-start':
        open('call', event.id, event.toolName)
        return [{ kind: 'tool-input-start', callId: event.id, name: event.toolName }]
      case 'tool-input-delta':
        append(find('call', event.id), event.delta, undefined)
        return []
      case 'tool-call': {
        const part = find('call', event.toolCallId)
        part.name = event.toolName
        Object.assign(part.data, dataIn(event.providerMetadata))
        part.done = event.providerExecuted === true ? null : callOf(part, event.input, api, key)
        return []
      }
      case 'file':
        open('file', '').done = fileOf(event.file)
        return []
      default:
        return event satisfies never
    }
  }
  const release = (): ModelEvent[] => {
    const events: ModelEvent[] = []
    for (let part = parts[released]; part?.done !== undefined; part = parts[++released]) {
      if (part.done !== null) events.push(part.done)
    }
    return events
  }
  return {
    take,
    release,
    finish() {
      parts.forEach(complete)
      return release()
    },
  }
}

/** In Responses the id of reasoning is its item's, and the number of the summary behind it. */
function placeOf(api: ProviderApi, id: string): { readonly item: string; readonly index: number } {
  const colon = api === 'responses' ? id.lastIndexOf(':') : -1
  return colon === -1 ? { item: id, index: 0 } : { item: id.slice(0, colon), index: Number(id.slice(colon + 1)) }
}

function append(part: Open, text: string, metadata: Metadata | undefined): void {
  part.texts[part.texts.length - 1] += text
  Object.assign(part.data, dataIn(metadata))
}

/** The client names the data after the provider; there is one. */
function dataIn(metadata: Metadata | undefined): JsonObject {
  return Object.values(metadata ?? {})[0] ?? {}
}
