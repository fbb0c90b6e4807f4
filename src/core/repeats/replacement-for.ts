import type { Measure } from '../content/measure.ts'
import { rangeOf, runsOf, textOfRuns, worthItsGap } from './excerpt-runs.ts'
import type { FileLines, Line } from './lines.ts'
import type { Holder, Newer } from './newer.ts'
import { placeOf, type Replacement } from './replacement.ts'
import type { ShownFile } from './shown.ts'
import type { RepeatNote, Wording } from './wording.ts'

/** How sizes are counted, and the words of notices. */
export interface RepeatOptions {
  readonly measure: Measure
  readonly wording: Wording
}

/** A notice that points at the holders; undefined where it would not be smaller. */
export function noticeFor(
  file: ShownFile,
  holders: readonly Holder[],
  newer: Newer,
  { measure, wording }: RepeatOptions,
): Replacement | undefined {
  const note = noteOn(file, holders, newer)
  const text = wording.notice(note)
  const saves = measure.count(file.text) - measure.count(text)
  const { kind, pointsTo } = note
  return saves > 0 ? { ...placeOf(file), form: 'notice', kind, pointsTo, text, saves } : undefined
}

/** An excerpt and the lines that it keeps. */
export interface Excerpt {
  readonly replacement: Replacement
  readonly kept: readonly Line[]
}

/** The lines that have no holder, under a remark; undefined where that would not be smaller. */
export function excerptFor(
  file: ShownFile,
  parsed: FileLines,
  holders: readonly (Holder | undefined)[],
  newer: Newer,
  { measure, wording }: RepeatOptions,
): Excerpt | undefined {
  const { source, lines } = parsed
  const goes = worthItsGap(parsed, holders, { measure, wording })
  const cover = holders.filter((holder, at): holder is Holder => goes[at] === true && holder !== undefined)
  if (cover.length === 0) return undefined
  const note = noteOn(file, cover, newer)
  const kept = lines.filter((_line, at) => !goes[at])
  const runs = runsOf(kept)
  const keptLines = runs.map(rangeOf)
  const before = wording.remark(note, keptLines) + source.slice(0, lines[0].start)
  const text = before + textOfRuns(runs, parsed, wording) + source.slice(lines.at(-1)?.end)
  const saves = measure.count(source) - measure.count(text)
  if (saves <= 0) return undefined
  const { kind, pointsTo } = note
  return { replacement: { ...placeOf(file), form: 'excerpt', kind, pointsTo, keptLines, text, saves }, kept }
}

function noteOn({ path, range }: ShownFile, holders: readonly Holder[], { write }: Newer): RepeatNote {
  const newestFirst = [...new Set(holders)].sort((a, b) => b.at - a.at)
  return {
    kind: write === undefined ? 'repeated' : 'stale',
    of: 'file',
    name: path,
    ...(range ? { range } : {}),
    pointsTo: [...new Set(newestFirst.map(({ node }) => node))],
  }
}
