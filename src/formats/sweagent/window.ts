import type { LineRange, ResultContent } from '../../core/content/part.ts'
import { slashes } from '../mentions.ts'

const header = /^\[File: ([^\n]+) \((\d+) lines total\)\]\r?$/m
const edited = /^(?:Text replaced|Text inserted|File updated|Edit applied)/im

/**
 * What the tool's file viewer shows, as a file: at its head stand the path and how many lines there are, then some
 * lines with their numbers. A result without such a head is text.
 */
export function withWindow(content: ResultContent): ResultContent {
  if (content.kind !== 'text' && content.kind !== 'file') return content
  const base = { text: content.text, ...(content.provider ? { provider: content.provider } : {}) }
  const found = header.exec(content.text)
  const range = found && numberedWindow(content.text, found.index + found[0].length)
  if (!found || !range) return { kind: 'text', ...base }
  const whole = range.from === 1 && range.to === Number(found[2])
  const way = edited.test(content.text) ? 'write' : 'read'
  return { kind: 'file', path: slashes(found[1] ?? ''), way, ...base, ...(whole ? {} : { range }) }
}

/** The lines `12:` and what follows, in sequence, from an offset on. */
function numberedWindow(text: string, from: number): LineRange | undefined {
  let first: number | undefined
  let last: number | undefined
  for (const [, digits] of text.slice(from).matchAll(/^(\d+):/gm)) {
    const number = Number(digits)
    if (last !== undefined && number !== last + 1) break
    first ??= number
    last = number
  }
  return first === undefined || last === undefined || first < 1 ? undefined : { from: first, to: last }
}
