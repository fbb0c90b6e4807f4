import type { LineRange, PackCause, PackForm } from '../../bundles/pack/packed-file.ts'
import type { KeptReason, LeftOutReason } from '../../core/reason.ts'

/** One file's outcome. Sizes are those of what is written for it, in the pack's measure. */
export type FileOutcome =
  | {
      readonly kind: 'packed'
      readonly path: string
      readonly form: PackForm
      /** The lines of an excerpt. */
      readonly ranges?: readonly LineRange[]
      readonly size: number
      /** The size of the file in bytes. */
      readonly bytes: number
      readonly reason: KeptReason
      /** Places of invalid UTF-8 that stand as U+FFFD. */
      readonly repaired?: number
    }
  | {
      readonly kind: 'left-out'
      readonly path: string
      readonly why: PackCause | 'over-budget'
      readonly bytes?: number
      /** What was found, for a secret: its kind and line. */
      readonly detail?: string
      readonly reason?: LeftOutReason
    }

/** What became of a pack. Every file that was found has one outcome; they are in order of path. */
export interface PackReport {
  readonly files: readonly FileOutcome[]
  /** The measure of all sizes. */
  readonly measure: string
  /** The size of everything that was written. */
  readonly size: number
  readonly characters: number
  /** The parts that were written; 1 without `split`. */
  readonly parts: number
  readonly budget?: number
  /** The plan's id, where there is a budget. */
  readonly plan?: string
  /** The packages to install so that bodies of more files can be left out; there where signatures were asked for. Sorted. */
  readonly missingGrammars?: readonly string[]
}

/** A piece of what is written, and the part it belongs to, from 1. */
export interface PackPiece {
  readonly text: string
  readonly part: number
}
