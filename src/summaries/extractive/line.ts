import type { SummaryHeading } from '../headings.ts'

/** A line that a summary could have under a heading. */
export interface Line {
  readonly heading: SummaryHeading
  readonly text: string
  /** Where it comes from: the node's index, and which line of it. */
  readonly place: readonly [node: number, within: number]
  /** How well it suits its heading; 1 is usual. */
  readonly weight: number
}

/** In the order of the conversation. */
export function byPlace(a: Pick<Line, 'place'>, b: Pick<Line, 'place'>): number {
  return a.place[0] - b.place[0] || a.place[1] - b.place[1]
}
