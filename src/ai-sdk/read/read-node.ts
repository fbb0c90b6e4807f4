import type { AuthorType, Part, ProviderData, TextPart } from '../../core/content/part.ts'

/** Where something stands in a list of messages: the message's index, then keys and indices. */
export type Path = readonly [number, ...(string | number)[]]

/** Where a part came from, and how another text is written in its place. */
export type Slot =
  /** It is never changed. */
  | { readonly kind: 'firm' }
  /** Its text stands here. Neighbours with the same path are one text. */
  | { readonly kind: 'text'; readonly path: Path }
  /**
   * A tool's result. `texts` says for each of its contents where the text stands; `whole` puts one text in place of all
   * of them, at `path`.
   */
  | {
      readonly kind: 'result'
      readonly path: Path
      readonly texts: readonly (Path | undefined)[]
      readonly whole: (text: string) => unknown
    }

/** A part and its place. */
export interface Piece {
  readonly part: Part
  readonly slot: Slot
}

/** What is planned as one: a message, or several that must stay together. */
export interface ReadNode {
  readonly author: AuthorType
  readonly pieces: readonly Piece[]
  /** The indices of its first and its last message. */
  readonly from: number
  readonly to: number
  /** Ids of what it asks for, such as tool calls, and of what it answers. */
  readonly opens: readonly string[]
  readonly answers: readonly string[]
}

/** Messages as planning sees them. The system texts at the beginning stand apart. */
export interface ReadMessages {
  readonly system: readonly string[]
  /** How many messages these are. */
  readonly leading: number
  readonly nodes: readonly ReadNode[]
}

/** A block that has no form here: counted by its JSON, sent as it is. */
export function opaque(block: unknown): TextPart {
  return { kind: 'text', text: '', provider: { opaque: { block: block as never } } }
}

/** An opaque block with its place. */
export function opaquePiece(block: unknown): Piece {
  return { part: opaque(block), slot: { kind: 'firm' } }
}

const cacheHints = new Set(['cache_control', 'cacheControl', 'cachePoint', 'prompt_cache_breakpoint'])

/**
 * A part without what its provider said about caching, which says nothing about the part and moves from call to call. With other
 * data it stays, and planning leaves the part as it is.
 */
export function withoutCacheHints<Held extends Part>(part: Held): Held {
  if (part.provider === undefined) return part
  const { provider, ...rest } = part
  const kept: { [name: string]: ProviderData[string] } = {}
  for (const [name, data] of Object.entries(provider)) {
    if (typeof data !== 'object' || data === null) continue
    const left = Object.entries(data).filter(([key]) => !cacheHints.has(key))
    if (left.length > 0) kept[name] = Object.fromEntries(left)
  }
  return (Object.keys(kept).length === 0 ? rest : { ...rest, provider: kept }) as Held
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whatever was written as a system text: a text, blocks with texts, or messages with them. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plainText).join('\n\n')
  if (!isRecord(value)) return ''
  if (typeof value.text === 'string') return value.text
  return 'content' in value ? plainText(value.content) : jsonText(value)
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
