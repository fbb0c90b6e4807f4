import type { Span } from '../symbol.ts'

const punctuation = /^[\s;,)}\]]*$/

/** Between ranges, so much on one line is kept too: to leave it out would save nothing. */
const slight = 24

/** Ranges of a text in order and apart; those that hardly anything parts are one. */
export interface Kept {
  readonly spans: Span[]
  /** Adds a range that begins where the last one ended, or later; white space at its end is not kept. */
  add(start: number, end: number): void
  /** Goes on to `end` if nothing but white space and closing signs is between the last range and it. */
  close(end: number): void
  /** Where the last range ends. */
  end(): number
}

export function keptRanges(text: string): Kept {
  const spans: Span[] = []
  const end = () => spans.at(-1)?.[1] ?? 0
  const add = (start: number, until: number): void => {
    const last = spans.at(-1)
    const from = last ? Math.max(start, last[1]) : start
    const to = trimmedEnd(text, from, until)
    if (to <= from) return
    if (last && isSlight(text, last[1], from)) spans[spans.length - 1] = [last[0], to]
    else spans.push([from, to])
  }
  return {
    spans,
    add,
    end,
    close: (until) => {
      if (until - end() <= 8 && punctuation.test(text.slice(end(), until))) add(end(), until)
    },
  }
}

/** Where what is between two offsets ends, without the white space at its end. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to
  while (end > from && isSpace(text.charCodeAt(end - 1))) end -= 1
  return end
}

/** The first offset at or behind `from` that is no white space. */
export function trimmedStart(text: string, from: number): number {
  let start = from
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1
  return start
}

/** Whether nothing but white space, or little on one line, is between two offsets. */
function isSlight(text: string, from: number, to: number): boolean {
  const start = Math.min(trimmedStart(text, from), to)
  const end = trimmedEnd(text, start, to)
  return end - start <= slight && lineEnds(text, start, end) === 0
}

/** How many lines end between two offsets. */
export function lineEnds(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13)
}
