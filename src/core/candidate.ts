import type { AuthorType } from './content/part.ts'
import type { Form, Section } from './form.ts'

/** Why a candidate may not be sent at all, known before planning begins. */
export type Bar =
  | 'excluded'
  | 'pruned'
  | 'annotation'
  | 'secret'
  | 'empty'
  | 'system-off'
  | 'unmatched-result'
  | 'summarised'
  | 'missing'
  | 'over-own-limit'

/** A run of history that was not read because it cannot be sent: so many nodes from one to another. */
export interface Stretch {
  readonly from: string
  readonly to: string
  readonly count: number
  /** The branch's previous plan left it out, and it stays out. */
  readonly cut?: true
  /** Of what was cut: whether a marker stood for it. Absent: that is not known. */
  readonly marked?: boolean
  /** The summary that is sent in its place; it is barred as `summarised`. */
  readonly summary?: string
}

/**
 * Anything that competes for the window. Its place in the list is its position; history stands in path order. The first form is
 * the full one. Candidates that share an `atom` are kept or left out together.
 */
export interface Candidate {
  readonly id: string
  readonly section: Section
  readonly forms: readonly [Form, ...Form[]]
  readonly author?: AuthorType
  readonly atom?: string
  /** The newest node a person wrote: kept whatever else has to go. */
  readonly newestInput?: boolean
  readonly bar?: Bar
  readonly stretch?: Stretch
  /** Lent to the window for so many turns more. A pin without it is sticky: always in, made by a person. */
  readonly leaseTurns?: number
  /** A short name under which a notice speaks of it; else its id. */
  readonly name?: string
  /** The node that it comes from, where it is not one itself: the newest that shows a file in work. */
  readonly origin?: string
  /** A summary: the stretch of the history that is not sent because this is. */
  readonly standsFor?: string
  /** Relevance; higher is better. Retrieved and bundle items are taken in its order. */
  readonly score?: number
}

/** Whether a candidate always goes: a pin that a person made, or a summary whose stretch is out. */
export function isSticky({ section, leaseTurns, standsFor }: Candidate): boolean {
  return (section === 'pins' && leaseTurns === undefined) || standsFor !== undefined
}

/** The form that someone offers, if there is one. */
export function formBy({ forms }: Candidate, by: NonNullable<Form['by']>): Form | undefined {
  return forms.find((form) => form.by === by)
}

/** The size of the full form. */
export function fullSize(candidate: Candidate): number {
  return candidate.forms[0].size
}
