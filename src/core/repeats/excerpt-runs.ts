import type { Measure } from '../content/measure.ts'
import type { LineRange } from '../content/part.ts'
import type { FileLines, Line } from './lines.ts'
import type { Wording } from './wording.ts'

/** Lines in a row. */
export type Run = readonly [Line, ...Line[]]

/** The lines in runs whose numbers follow one another. */
export function runsOf(lines: readonly Line[]): Run[] {
  const runs: [Line, ...Line[]][] = []
  for (const line of lines) {
    const run = runs.at(-1)
    if (run?.at(-1)?.number === line.number - 1) run?.push(line)
    else runs.push([line])
  }
  return runs
}

/** From a run's first line to its last. */
export function rangeOf([first, ...rest]: Run): LineRange {
  return { from: first.number, to: rest.at(-1)?.number ?? first.number }
}

/** The text of the runs; where the lines carry no numbers, every run but the first is told by a gap. */
export function textOfRuns(runs: readonly Run[], { source, numbered }: FileLines, wording: Wording): string {
  return runs.map((run, at) => (at > 0 && !numbered ? wording.gap(rangeOf(run)) : '') + textOf(source, run)).join('')
}

function textOf(source: string, lines: readonly Line[]): string {
  return source.slice(lines[0]?.start, lines.at(-1)?.end)
}

/**
 * For each line whether it goes: those that have a holder, but between two that stay only where what goes there is larger
 * than the gap that tells of it.
 */
export function worthItsGap(
  { source, lines, numbered }: FileLines,
  holders: readonly unknown[],
  { measure, wording }: { readonly measure: Measure; readonly wording: Wording },
): readonly boolean[] {
  const goes = holders.map((holder) => holder !== undefined)
  if (numbered) return goes
  const last = goes.lastIndexOf(false)
  for (let from = goes.indexOf(false); from < last; from++) {
    if (!goes[from]) continue
    const to = goes.indexOf(false, from)
    const next = lines[to]?.number ?? 0
    const gone = measure.count(textOf(source, lines.slice(from, to)))
    if (gone <= measure.count(wording.gap({ from: next, to: next }))) goes.fill(false, from, to)
    from = to
  }
  return goes
}
