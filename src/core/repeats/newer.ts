import type { LineRange } from '../content/part.ts'
import { type FileLines, type Line, lastLine } from './lines.ts'
import { movedLines, type Unique, uniqueLines } from './moved.ts'
import type { ShownFile } from './shown.ts'

/** An occurrence that is shown in full or as an excerpt, and so can be pointed at. `at` is its place in the path. */
export interface Holder {
  readonly at: number
  readonly node: string
  /** Absent where it shows the whole file. */
  readonly range?: LineRange
  /** The lines that it shows, where they are known. */
  readonly lines: readonly Line[]
}

interface HeldLine {
  readonly text: string
  readonly holder: Holder
}

/** What is shown of one file behind the occurrence at hand. It grows as the path is gone through from its end. */
export interface Newer {
  /** The place of the first write behind the occurrence. */
  write: number | undefined
  /** The newest whole content. */
  whole: { readonly holder: Holder; readonly text: string; lastLine?: number } | undefined
  /** By text: the newest that shows exactly this. */
  readonly exact: Map<string, Holder>
  /** By line: the newest that shows it, then those that show it with another text. */
  readonly lines: Map<number, HeldLine[]>
  readonly anchors: Map<Holder, Unique>
}

/** Nothing is shown yet. */
export function nothingNewer(): Newer {
  return { write: undefined, whole: undefined, exact: new Map(), lines: new Map(), anchors: new Map() }
}

/** Takes in an occurrence that is shown in full, with its lines where they are those of a range and known. */
export function holdAll(newer: Newer, { node, range, text }: ShownFile, at: number, lines: readonly Line[]): void {
  const holder: Holder = { at, node, ...(range ? { range } : {}), lines }
  if (!newer.exact.has(text)) newer.exact.set(text, holder)
  if (!range) newer.whole ??= { holder, text }
  holdLines(newer, holder)
}

/** So many texts of one line are known; an older one that is shown again goes unnoticed, and stays. */
const mostTexts = 8

/** Takes in the lines that an occurrence shows. */
export function holdLines(newer: Newer, holder: Holder): void {
  for (const { number, text } of holder.lines) {
    const held = newer.lines.get(number)
    if (!held) newer.lines.set(number, [{ text, holder }])
    else if (held.length < mostTexts && !held.some((each) => each.text === text)) held.push({ text, holder })
  }
}

/**
 * Which newer occurrence shows what each line says, or its newer state; undefined for a line that has to stay. Where it
 * takes several to cover all, and the newest whole content does so alone, it is that.
 */
export function coverOfLines({ lines }: FileLines, newer: Newer): readonly (Holder | undefined)[] {
  const holders = holdersOf(lines, newer)
  const one = holders.includes(undefined) || holders.every((holder) => holder === holders[0])
  return one || !wholeCovers(newer, lines.at(-1)?.number ?? 0) ? holders : holders.map(() => newer.whole?.holder)
}

/** The newest that shows it, for each line. */
function holdersOf(lines: readonly Line[], newer: Newer): (Holder | undefined)[] {
  const clashes = new Map<Holder, number[]>()
  const holders = lines.map(({ number, text }, index) => {
    const held = newer.lines.get(number)
    const range = held && (writtenUntil(newer, held[0]?.holder) ? held[0] : held.find((each) => each.text === text))
    const whole = newer.whole && wholeCovers(newer, number) ? newer.whole.holder : undefined
    const found = newest(range?.holder, whole)
    const clash = found ? undefined : held?.[0]?.holder
    if (clash) {
      const indices = clashes.get(clash)
      if (indices) indices.push(index)
      else clashes.set(clash, [index])
    }
    return found
  })
  for (const [holder, indices] of clashes) {
    const anchors = newer.anchors.get(holder) ?? uniqueLines(holder.lines)
    newer.anchors.set(holder, anchors)
    const moved = movedLines(lines, holder.lines, anchors)
    for (const index of indices) if (moved.has(index)) holders[index] = holder
  }
  return holders
}

/**
 * Whether the newest whole content stands for a line, and for all before it: it reaches as far, or the file was written
 * in between and may have become shorter.
 */
function wholeCovers(newer: Newer, line: number): boolean {
  const { whole } = newer
  if (!whole) return false
  if (writtenUntil(newer, whole.holder)) return true
  whole.lastLine ??= lastLine(whole.text)
  return line <= whole.lastLine
}

/** Whether the file was written between the occurrence at hand and a newer one, or by that one. */
function writtenUntil({ write }: Newer, holder: Holder | undefined): boolean {
  return write !== undefined && holder !== undefined && write <= holder.at
}

function newest(one: Holder | undefined, other: Holder | undefined): Holder | undefined {
  if (!one || !other) return one ?? other
  return one.at > other.at ? one : other
}
