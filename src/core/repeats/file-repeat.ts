import type { LineRange } from '../content/part.ts'
import { linesOf } from './lines.ts'
import { coverOfLines, type Holder, holdAll, holdLines, type Newer } from './newer.ts'
import type { Replacement } from './replacement.ts'
import { excerptFor, noticeFor, type RepeatOptions } from './replacement-for.ts'
import type { ShownFile } from './shown.ts'

/**
 * What may stand in place of a file's content, given what is shown of the file behind it; undefined where it stays.
 * What is left of it is then taken in for those before it.
 */
export function repeatOfFile(file: ShownFile, at: number, newer: Newer, how: RepeatOptions): Replacement | undefined {
  const found = file.range ? ofRange(file, file.range, at, newer, how) : ofWhole(file, at, newer, how)
  if (file.way === 'write') newer.write = at
  return found
}

/** A whole file goes for the newest whole content, and for nothing else. */
function ofWhole(file: ShownFile, at: number, newer: Newer, how: RepeatOptions): Replacement | undefined {
  const found = newer.whole && noticeFor(file, [newer.whole.holder], newer, how)
  if (!found) holdAll(newer, file, at, [])
  return found
}

/** A range goes line by line; one whose lines are not known goes for exactly the same text, and for nothing else. */
function ofRange(
  file: ShownFile,
  range: LineRange,
  at: number,
  newer: Newer,
  how: RepeatOptions,
): Replacement | undefined {
  const same = newer.exact.get(file.text)
  if (same?.range?.from === range.from && same.range.to === range.to) return noticeFor(file, [same], newer, how)
  const parsed = linesOf(file.text, range)
  const holders: readonly (Holder | undefined)[] = parsed ? coverOfLines(parsed, newer) : [same]
  const cover = holders.filter((holder) => holder !== undefined)
  const found =
    cover.length === holders.length
      ? { replacement: noticeFor(file, cover, newer, how), kept: [] }
      : parsed && excerptFor(file, parsed, holders, newer, how)
  if (found?.replacement) holdLines(newer, { at, node: file.node, lines: found.kept })
  else holdAll(newer, file, at, parsed?.lines ?? [])
  return found?.replacement
}
