import type { LineRange } from '../content/part.ts'
import { gapLine } from './lines.ts'

/** `stale` where the file was written since, else `repeated`. */
export type RepeatKind = 'repeated' | 'stale'

/** What is said in place of content that stands again further on. */
export interface RepeatNote {
  readonly kind: RepeatKind
  readonly of: 'file' | 'result'
  /** The file's path as it was given, or the tool's name. */
  readonly name: string
  /** The lines that stood here; absent for a whole file and for a result. */
  readonly range?: LineRange
  /** The nodes that show it, newest first. */
  readonly pointsTo: readonly string[]
}

/** The words of notices. What they cost is counted like any other text. */
export interface Wording {
  /** Stands in place of the content: one line, without its end. */
  notice(note: RepeatNote): string
  /** Stands before the lines that are left, with the end of its line. */
  remark(note: RepeatNote, kept: readonly LineRange[]): string
  /** Stands before every further run of lines that carry no numbers themselves, with the end of its line. */
  gap(next: LineRange): string
}

/** Heddle's own words. `nameOf` gives the name under which a node is known to the reader, its id by default. */
export function repeatWording(nameOf: (node: string) => string = (node) => node): Wording {
  const nodes = ({ pointsTo }: RepeatNote): string => pointsTo.map(nameOf).join(', ')
  return {
    notice(note) {
      const lines = note.range ? ` ${linesText([note.range])}` : ''
      return `[${words(note)} ${nodes(note)}: ${shortened(note.name)}${lines}]`
    },
    remark(note, kept) {
      const rest = note.kind === 'stale' ? 'the rest changed since, see' : 'the rest is shown again in'
      return `[${linesText(kept)} of ${shortened(note.name)}; ${rest} ${nodes(note)}]\n`
    },
    gap: ({ from }) => gapLine(from),
  }
}

function words({ kind, of }: RepeatNote): string {
  if (of === 'result') return 'same result again in'
  return kind === 'stale' ? 'changed since, see' : 'shown again in'
}

function linesText(ranges: readonly LineRange[]): string {
  const texts = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  return `${texts.length === 1 && ranges[0]?.from === ranges[0]?.to ? 'line' : 'lines'} ${texts.join(', ')}`
}

/** The end of a path says most. */
function shortened(name: string): string {
  const points = [...name]
  return points.length <= 100 ? name : `…${points.slice(-99).join('')}`
}
