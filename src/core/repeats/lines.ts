import type { LineRange } from '../content/part.ts'

/** A line of a file: its number, its text alone, and where it stands in what is shown, with its number and its end. */
export interface Line {
  readonly number: number
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The lines of a file that a text shows. What a tool wrote stands before the first and behind the last. */
export interface FileLines {
  readonly source: string
  readonly lines: readonly [Line, ...Line[]]
  /** The text carries the line numbers itself. */
  readonly numbered: boolean
}

/**
 * The lines that a text shows, where its range can be believed: the numbers in the text begin and end with it, or there
 * are as many lines as it says. Undefined where it cannot.
 */
export function linesOf(source: string, range: LineRange): FileLines | undefined {
  const starts = lineStarts(source)
  const numbered = numberedRun(source, starts, range)
  const lines = [numbered, gappedLines(source, starts, range)].find((each) => each.at(-1)?.number === range.to)
  const [first, ...rest] = lines ?? countedLines(source, starts, range)
  return first && { source, lines: [first, ...rest], numbered: lines === numbered }
}

/** The last line that the text of a whole file shows. */
export function lastLine(source: string): number {
  const starts = lineStarts(source)
  const run = numberedRun(source, starts, { from: 1, to: Number.POSITIVE_INFINITY })
  return run.length * 2 >= starts.length ? (run.at(-1)?.number ?? 0) : starts.length - 1
}

/** How tools number lines: `12→text`, `12` and a tab, `12 | text`, `12:text`. */
const numbering = / *(\d+)(→|\t| \| ?|:)/y
/** So many lines a tool may write before the first numbered one. */
const longestHead = 20

/** Lines whose numbers rise, from the first one that has the number at which the range begins. */
function numberedRun(source: string, starts: readonly number[], range: LineRange): Line[] {
  const head = starts.slice(0, Math.min(longestHead, starts.length - 1))
  const first = head.findIndex((start) => numberAt(source, start)?.number === range.from)
  const lines: Line[] = []
  if (first === -1) return lines
  const separator = numberAt(source, starts[first] ?? 0)?.separator
  for (let at = first; at < starts.length - 1; at++) {
    const [start = 0, end = 0] = [starts[at], starts[at + 1]]
    const found = numberAt(source, start)
    const last = lines.at(-1)?.number ?? 0
    if (found?.separator !== separator || !found || found.number <= last || found.number > range.to) break
    lines.push({ number: found.number, text: textBetween(source, found.end, end), start, end })
  }
  return lines
}

function numberAt(source: string, start: number): { number: number; separator: string; end: number } | undefined {
  numbering.lastIndex = start
  const found = numbering.exec(source)
  const [, digits = '', separator = ''] = found ?? []
  return found ? { number: Number(digits), separator: separator.trimEnd(), end: numbering.lastIndex } : undefined
}

/** Stands before a run of lines without numbers in an excerpt, where lines are missing. */
export function gapLine(from: number): string {
  return `[from line ${from}]\n`
}

/** The lines of an excerpt, under its remark, with gap lines between them. */
function gappedLines(source: string, starts: readonly number[], range: LineRange): readonly Line[] {
  const lines: Line[] = []
  if (!source.includes('\n[from line ')) return lines
  let number = range.from
  for (let at = 1; at < starts.length - 1 && number <= range.to; at++) {
    const [start = 0, end = 0] = [starts[at], starts[at + 1]]
    const [, from] = /^\[from line (\d+)\]\n$/.exec(source.slice(start, end)) ?? []
    if (from === undefined) lines.push({ number: number++, text: textBetween(source, start, end), start, end })
    else number = Math.max(number, Number(from))
  }
  return lines
}

/** As many lines as the range has, with remarks in square brackets before or behind them or not. */
function countedLines(source: string, starts: readonly number[], range: LineRange): readonly Line[] {
  const count = range.to - range.from + 1
  const all = starts.length - 1
  const raw = (at: number): string => source.slice(starts[at], starts[at + 1])
  const heads = all > count && isBracketed(raw(0)) ? [0, 1] : [0]
  const feet = all > count && isBracketed(raw(all - 1)) ? (raw(all - 2).trim() === '' ? [0, 1, 2] : [0, 1]) : [0]
  for (const head of heads) {
    const foot = feet.find((each) => all - head - each === count)
    if (foot !== undefined) return linesBetween(source, starts.slice(head, all - foot + 1), range.from)
    const endsEmpty = all - head === count - 1 && (source === '' || source.endsWith('\n'))
    if (endsEmpty) return linesBetween(source, [...starts.slice(head), source.length], range.from)
  }
  return []
}

function linesBetween(source: string, starts: readonly number[], from: number): Line[] {
  return starts.slice(0, -1).map((start, at) => {
    const end = starts[at + 1] ?? start
    return { number: from + at, text: textBetween(source, start, end), start, end }
  })
}

function isBracketed(raw: string): boolean {
  return /^\[.*\]\s*$/.test(raw)
}

/** Where each line begins, and the end of the text. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    starts.push(at + 1)
  if (text !== '') starts.push(text.length)
  return starts
}

/** A line's text without its end. */
function textBetween(source: string, start: number, end: number): string {
  if (end <= start || source[end - 1] !== '\n') return source.slice(start, end)
  return source.slice(start, source[end - 2] === '\r' && end - 2 >= start ? end - 2 : end - 1)
}
