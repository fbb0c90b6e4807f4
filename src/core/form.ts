import type { Digest } from './content/digest.ts'

/** Where a candidate belongs. */
export type Section =
  | 'tools'
  | 'system'
  | 'pins'
  | 'bundle'
  | 'orientation'
  | 'summary'
  | 'files'
  | 'history'
  | 'retrieved'
  | 'input'

/** The ways to send a candidate, from most to least. */
export type FormKind = 'full' | 'excerpt' | 'summary' | 'card' | 'notice'

/** How a part is sent otherwise than it was written, and how much that saves. */
export interface ChangedPart {
  readonly part: number
  /** The index in a tool's result, where that holds several contents. */
  readonly within?: number
  /** What made the change: an edit's kind, or what a policy found. */
  readonly kind: string
  readonly saves: number
}

/**
 * One way to send a candidate, with its measure. `content` is the digest under which its parts are found when the
 * plan is rendered.
 */
export interface Form {
  readonly kind: FormKind
  readonly size: number
  readonly content?: Digest
  /** Taken, of what is chosen by score, only with what is left when every candidate had its turn. */
  readonly later?: true
  /** The candidates that show what is missing here; a notice names at least one. */
  readonly pointsTo?: readonly string[]
  /**
   * Who offers it: an edit in force, the repeat policy, the output policy, or the previous plan, which sent it so. Absent for
   * what any candidate has: its full form, and the smaller ones that are taken where it does not fit.
   */
  readonly by?: 'edit' | 'repeat' | 'output' | 'previous'
  /** The parts that differ from the full form. */
  readonly changed?: readonly ChangedPart[]
}
