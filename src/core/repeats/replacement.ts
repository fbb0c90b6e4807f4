import type { LineRange } from '../content/part.ts'
import type { Place } from './shown.ts'
import type { RepeatKind } from './wording.ts'

/**
 * What stands in place of content that is shown again, or in a newer state, further on. Its text is strictly smaller
 * than what it replaces, by `saves`. An excerpt says which lines it keeps.
 */
export interface Replacement extends Place {
  readonly form: 'notice' | 'excerpt'
  readonly kind: RepeatKind
  /** The nodes that show it, newest first. What they show of it is not replaced itself. */
  readonly pointsTo: readonly string[]
  readonly keptLines?: readonly LineRange[]
  readonly text: string
  readonly saves: number
}

/** Whether everything that a replacement points at is there. */
export function holds({ pointsTo }: Replacement, present: (node: string) => boolean): boolean {
  return pointsTo.every(present)
}

/** The place alone of something that has one. */
export function placeOf({ node, part, within }: Place): Place {
  return { node, part, ...(within === undefined ? {} : { within }) }
}
