import type { LineRange } from '../../core/content/part.ts'
import type { FileAccess } from './file-tools.ts'

const numbered = /^ *(\d+)(?:→|\t)/gm
const showing = /\[Showing lines (\d+)-(\d+) of \d+[^\n\]]*\]\s*$/
const startingAt = /\[Showing (\d+) lines starting at line (\d+)\b[^\n\]]*\]\s*$/
const moreFrom = /\[\d+ more lines in (?:the )?file\. Use offset=(\d+) to continue\.?\]\s*$/

/**
 * The lines that a read's result shows; undefined where that is the whole file. The line numbers in the text know
 * best, then what the tool says at its end, then what the call asked for.
 */
export function shownLines(text: string, access: FileAccess): LineRange | undefined {
  const said = showing.exec(text)
  if (said) return range(Number(said[1]), Number(said[2]))
  const counted = startingAt.exec(text)
  if (counted) return range(Number(counted[2]), Number(counted[2]) + Number(counted[1]) - 1)
  const next = moreFrom.exec(text)
  if (next) return range(access.from ?? 1, Number(next[1]) - 1)
  if (access.whole) return undefined
  const from = access.from ?? 1
  return (
    numberedLines(text) ?? range(from, Math.min(access.to ?? Number.POSITIVE_INFINITY, from + countLines(text) - 1))
  )
}

/**
 * The first and the last of the line numbers (`12→` or `12` and a tab) that a text shows; undefined where they are not
 * in sequence.
 */
export function numberedLines(text: string): LineRange | undefined {
  let first: number | undefined
  let last: number | undefined
  for (const [, digits] of text.matchAll(numbered)) {
    const number = Number(digits)
    if (last !== undefined && number !== last + 1) return undefined
    first ??= number
    last = number
  }
  return first === undefined || last === undefined ? undefined : range(first, last)
}

function range(from: number, to: number): LineRange | undefined {
  return from >= 1 && to >= from ? { from, to } : undefined
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count++
  return count
}
