import type { UnreadCause } from '../sources/source.ts'

/** One item's text as it is to be compiled: its sections that are excluded are gone, and it is cut if it is the one that is. */
export interface SnapshotItem {
  /** The path; for a part of a note with its `#Heading` or `^block`. */
  readonly path: string
  /** The file that it is a part of, where it is one. */
  readonly file?: string
  readonly text: string
}

/** Something that a bundle names and that could not be read. */
export interface MissingItem {
  readonly path: string
  readonly cause: UnreadCause | 'cycle' | 'no-such-bundle' | 'no-such-heading' | 'no-such-block' | 'no-match'
}

/** What a bundle is made of at one time, by depth; depths without items are not there. */
export interface Snapshot {
  readonly depths: readonly { readonly depth: number; readonly items: readonly SnapshotItem[] }[]
  /** Paths left out because they did not fit, sorted. */
  readonly skipped: readonly string[]
  /** The path that was cut, if one was. */
  readonly truncated: readonly string[]
  /** Sorted by path. */
  readonly missing: readonly MissingItem[]
  /** How many sections of items that are in each pattern took out. */
  readonly excluded: { readonly [pattern: string]: number }
  /** Code points of all texts. */
  readonly size: number
}
