import type { Json } from '../../core/content/json.ts'

/**
 * What an edit is: a notice in place of content, a repeat of a read or a write, content that a later write made stale, files
 * that a person mentioned, what is left of something long, a summary, or a person's own words.
 */
export const editKinds = ['notice', 'repeat', 'stale', 'mention', 'truncate', 'summary', 'user'] as const

/** One of `editKinds`. */
export type EditKind = (typeof editKinds)[number]

/** Replaces what is sent for one part of one node, from a moment on. The node itself never changes. */
export interface Edit {
  readonly node: string
  /** The index among the node's parts. */
  readonly part: number
  /** Where the part is a tool's result: the index in its content. Absent: the whole part. */
  readonly within?: number
  /** Unix time in milliseconds, from which on it counts. */
  readonly at: number
  readonly kind: EditKind
  /** What is sent instead. */
  readonly content: string
  /** What the one who made it wants to know again. */
  readonly data?: Json
}

/** By node, then part, then what is within it. */
export function compareEdits(a: Edit, b: Edit): number {
  if (a.node !== b.node) return a.node < b.node ? -1 : 1
  return a.part - b.part || (a.within ?? -1) - (b.within ?? -1)
}
