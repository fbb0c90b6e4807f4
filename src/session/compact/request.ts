import type { Branch } from '../../history/node.ts'
import type { NoRange } from './choose-range.ts'

/** What is to be compacted, and how sizes are counted. */
export interface CompactionRequest {
  readonly branch: Branch
  /** The last node of the path. */
  readonly head: string
  readonly measure: string
  /** What each message costs besides its content. */
  readonly perMessage: number
  /** What a call may take: summaries and files keep within shares of it. */
  readonly limit: number
  /** The first and the last node; where they stand in an atom, all of it is meant. Default: see `chooseRange`. */
  readonly from?: string
  readonly to?: string
  /** How many of the last atoms stay. Default 4. */
  readonly keepLast?: number
  /** How many of them may stay by their size; see `RangeWish`. */
  readonly keepSize?: number
  /** Paths of files that are sent with the summary in their newest state, as the session knows it. Default: those in work. */
  readonly files?: readonly string[]
  /** Told how many nodes of how many have been read. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Why nothing is compacted. */
export type NotCompactedCode =
  | NoRange
  | 'not-on-branch'
  | 'backwards'
  | 'buffer-mode'
  | 'unknown-file'
  | 'not-smaller'
  | 'no-summariser'

/** Nothing is compacted; `reference` is what it is about. */
export interface NotCompacted {
  readonly kind: 'not-compacted'
  readonly code: NotCompactedCode
  readonly reference: string
}
