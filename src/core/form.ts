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

/**
 * One way to send a candidate, with its measure. `content` is the digest under which its parts are found when the
 * plan is rendered. A notice names the candidate that shows what it stands for.
 */
export interface Form {
  readonly kind: FormKind
  readonly size: number
  readonly content?: Digest
  readonly pointsTo?: string
}
