import type { Json } from '../../core/content/json.ts'
import type { Edit, EditKind } from './edit.ts'

/** What a message was said to be: 0 nothing, 1 without files, 2 a read tool, 3 a tool that writes, 4 a mention of files. */
export const messageTypes = [0, 1, 2, 3, 4] as const

/** One of `messageTypes`. */
export type MessageType = (typeof messageTypes)[number]

/** What stands in place of a block from a time on. */
export interface BlockUpdate {
  readonly at: number
  /** What kind of block it is; `text` in every file seen. */
  readonly form: string
  /** The first is what is sent. */
  readonly texts: readonly string[]
  readonly metadata: readonly Json[]
}

/** The updates of a message's blocks, by the block's index, in the order in which they were made. */
export interface MessageUpdates {
  readonly type: MessageType
  readonly blocks: ReadonlyMap<number, readonly BlockUpdate[]>
}

/** A context history file: what was changed in what is sent of a conversation, by the message's index. */
export type ContextHistory = ReadonlyMap<number, MessageUpdates>

/** An edit of a message that is known by its index alone. */
export interface MessageEdit extends Omit<Edit, 'node' | 'within'> {
  readonly message: number
}

/** The file as JSON: `[[message, [type, [[block, [[at, "text", [text], metadata]]]]]]]`. */
export function contextHistoryJson(history: ContextHistory): Json {
  return [...history].map(([message, { type, blocks }]) => [
    message,
    [type, [...blocks].map(([block, updates]) => [block, updates.map(updateJson)])],
  ])
}

function updateJson({ at, form, texts, metadata }: BlockUpdate): Json {
  return [at, form, texts, metadata]
}

/** Drops all that came after a time, and blocks and messages with nothing left. */
export function restoreHistory(history: ContextHistory, time: number): ContextHistory {
  const messages = [...history].map(([message, { type, blocks }]) => {
    const left = [...blocks]
      .map(([block, updates]) => [block, updates.filter(({ at }) => at <= time)] as const)
      .filter(([, updates]) => updates.length > 0)
    return [message, { type, blocks: new Map(left) }] as const
  })
  return new Map(messages.filter(([, { blocks }]) => blocks.size > 0))
}

const kinds: { readonly [type in MessageType]: EditKind } = {
  0: 'notice',
  1: 'user',
  2: 'repeat',
  3: 'repeat',
  4: 'mention',
}

/** Everything a history changes, in its order. What a repeat is of stands in its data, and the files of a mention. */
export function editsOfHistory(history: ContextHistory): readonly MessageEdit[] {
  return [...history].flatMap(([message, { type, blocks }]) =>
    [...blocks].flatMap(([part, updates]) =>
      updates.map(({ at, texts, metadata }): MessageEdit => {
        const data = dataOf(type, metadata)
        return {
          message,
          part,
          at,
          kind: kinds[type],
          content: texts[0] ?? '',
          ...(data === undefined ? {} : { data }),
        }
      }),
    ),
  )
}

function dataOf(type: MessageType, metadata: readonly Json[]): Json | undefined {
  const [replaced, all] = metadata
  const isOfFiles = metadata.length === 2 && Array.isArray(replaced) && Array.isArray(all)
  const files = isOfFiles ? { replaced, all } : metadata.length > 0 ? { metadata } : {}
  const way = type === 2 ? { way: 'read' } : type === 3 ? { way: 'write' } : {}
  const data = { ...way, ...files } as { readonly [key: string]: Json }
  return Object.keys(data).length === 0 ? undefined : data
}

/** A history of these edits: messages and blocks in order, the updates of a block by time. A message's type is that of its newest edit. */
export function historyOfEdits(edits: readonly MessageEdit[]): ContextHistory {
  const byTime = edits.toSorted((a, b) => a.at - b.at)
  const messages = [...Map.groupBy(byTime, ({ message }) => message)].sort(([a], [b]) => a - b)
  return new Map(
    messages.map(([message, own]) => {
      const blocks = [...Map.groupBy(own, ({ part }) => part)].sort(([a], [b]) => a - b)
      const newest = own.at(-1)
      const updates = {
        type: newest ? typeOf(newest) : 0,
        blocks: new Map(blocks.map(([at, all]) => [at, all.map(updateOf)])),
      }
      return [message, updates]
    }),
  )
}

function typeOf({ kind, data }: MessageEdit): MessageType {
  switch (kind) {
    case 'notice':
    case 'truncate':
    case 'summary':
      return 0
    case 'user':
      return 1
    case 'repeat':
    case 'stale':
      return field(data, 'way') === 'write' ? 3 : 2
    case 'mention':
      return 4
    default:
      return kind satisfies never
  }
}

function updateOf({ at, content, data }: MessageEdit): BlockUpdate {
  const replaced = field(data, 'replaced')
  const all = field(data, 'all')
  const metadata = field(data, 'metadata')
  const files = replaced === undefined || all === undefined ? [] : [replaced, all]
  return { at, form: 'text', texts: [content], metadata: Array.isArray(metadata) ? metadata : files }
}

function field(data: Json | undefined, name: string): Json | undefined {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  return isObject ? (data as { readonly [key: string]: Json | undefined })[name] : undefined
}
