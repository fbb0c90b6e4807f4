import type { AuthorType } from './content/part.ts'
import type { ChangedPart, Form, FormKind, Section } from './form.ts'
import type { KeptReason, LeftOutReason } from './reason.ts'

/** A candidate that is sent, and how. */
export interface Kept {
  readonly kind: 'kept'
  readonly id: string
  readonly section: Section
  readonly author?: AuthorType
  readonly form: FormKind
  readonly size: number
  readonly content?: string
  readonly pointsTo?: readonly string[]
  readonly changed?: readonly ChangedPart[]
  readonly reason: KeptReason
}

/** Stands where history is missing, and says how much. */
export interface Marker {
  readonly kind: 'marker'
  readonly omitted: number
  readonly omittedSize: number
  readonly size: number
}

/** A candidate that is not sent. `size` is that of its full form. */
export interface LeftOut {
  readonly kind: 'left-out'
  readonly id: string
  readonly section: Section
  readonly size: number
  readonly reason: LeftOutReason
}

/** A run of history that is not sent: from one node up to another, both included. */
export interface Span {
  readonly kind: 'span'
  readonly section: 'history'
  readonly from: string
  readonly to: string
  readonly count: number
  readonly size: number
  readonly reason: LeftOutReason
}

/** One candidate's outcome while a plan is made; the same union, before arranging. */
export type Outcome =
  | { readonly kind: 'kept'; readonly form: Form; readonly reason: KeptReason }
  | { readonly kind: 'left-out'; readonly reason: LeftOutReason }
