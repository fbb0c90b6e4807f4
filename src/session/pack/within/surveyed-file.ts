import type { LineRange } from '../../../bundles/pack/packed-file.ts'
import type { Digest } from '../../../core/content/digest.ts'

/** A file as it was read when it was measured. */
export interface SurveyedFile {
  readonly path: string
  readonly bytes: number
  readonly repaired?: number
  /** Whether bodies were taken away. */
  readonly form: 'full' | 'signatures'
  /** The digest of its block. */
  readonly content: Digest
  /** The size of its block. */
  readonly size: number
}

/** A block in place of a file's full one. */
export interface SmallerBlock {
  readonly form: 'excerpt' | 'card'
  /** The lines of an excerpt. */
  readonly ranges?: readonly LineRange[]
  readonly content: Digest
  readonly size: number
  readonly text: string
}

/** A file in the order in which it is chosen, with what may stand in its place. */
export interface OfferedFile extends SurveyedFile {
  readonly score: number
  readonly smaller: readonly SmallerBlock[]
  /** The full block goes only where there is room when every file had its turn. */
  readonly fullLater: boolean
}
