import { codePoints, type Measure } from './measure.ts'

/**
 * The exact size of a text that grows at its end. `closed` is what is known of all but the end, in code points where they
 * are all that matters, else in the unit of the measure; `open` is the end that may still join with what follows.
 */
export interface Tally {
  readonly measure: Measure
  readonly closed: number
  readonly open: string
}

/** The other end: a text that comes last, of which `open` may still join with what is before it. */
export interface TallyEnd {
  readonly open: string
  readonly closed: number
}

/** The tally of the empty text. */
export function startTally(measure: Measure): Tally {
  return { measure, closed: 0, open: '' }
}

/**
 * The tally of the text with more at its end. Takes time in proportion to what is added and to what is open: the last line
 * or, under indented lines, the last few; with a measure that says nothing of parts, everything.
 */
export function grow(tally: Tally, text: string): Tally {
  const { measure } = tally
  const joined = tally.open + text
  const at = lastDivision(measure, joined)
  if (at === 0) return { ...tally, open: joined }
  return { measure, closed: tally.closed + unitsOf(measure, joined.slice(0, at)), open: joined.slice(at) }
}

/** A text that is to come last, prepared for `sizeOf`. */
export function tallyEnd(measure: Measure, text: string): TallyEnd {
  const at = firstDivision(measure, text)
  return { open: text.slice(0, at), closed: unitsOf(measure, text.slice(at)) }
}

/** What `measure.count` gives for the text of the tally and the end together. */
export function sizeOf(tally: Tally, end: TallyEnd = nothing): number {
  const { measure } = tally
  const units = tally.closed + unitsOf(measure, tally.open + end.open) + end.closed
  return typeof measure.byParts === 'function' ? measure.byParts(units) : units
}

const nothing: TallyEnd = { open: '', closed: 0 }

function unitsOf(measure: Measure, text: string): number {
  return typeof measure.byParts === 'function' ? codePoints(text) : measure.count(text)
}

/** U+0085 is white space in Unicode, and not in JavaScript. */
const division = /\n(?=[^\s\u0085/])/

function firstDivision({ byParts }: Measure, text: string): number {
  if (byParts === undefined) return text.length
  if (byParts === 'lines') {
    const at = text.search(division)
    return at < 0 ? text.length : at + 1
  }
  return /^[\uDC00-\uDFFF]/.test(text) ? 1 : 0
}

function lastDivision({ byParts }: Measure, text: string): number {
  if (byParts === undefined) return 0
  if (byParts === 'lines') {
    for (let at = text.lastIndexOf('\n'); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('\n', at - 1)) {
      if (/^[^\s\u0085/]/.test(text.slice(at + 1, at + 2))) return at + 1
    }
    return 0
  }
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}
