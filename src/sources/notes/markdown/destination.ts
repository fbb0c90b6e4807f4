/** A destination as CommonMark reads it, unescaped, and where the text behind it goes on. */
export interface Destination {
  readonly destination: string
  readonly end: number
}

const [newline, space, quote, apostrophe, open, close, less, more, backslash, openBracket, closeBracket] = [
  ...'\n "\'()<>\\[]',
].map((sign) => sign.charCodeAt(0))
/** As in the reference implementation of CommonMark: deeper nesting is no destination, which bounds the work. */
const deepest = 32

/** What stands between the parentheses of a link, the opening one at `at`: a destination, and a title perhaps. */
export function inlineDestination(text: string, at: number): Destination | undefined {
  const start = skipBlanks(text, at + 1)
  if (text.charCodeAt(start) === close) return { destination: '', end: start + 1 }
  const found = destinationAt(text, start)
  if (!found) return undefined
  const behind = skipBlanks(text, found.end)
  const titleEnd = behind > found.end ? (titleAt(text, behind) ?? behind) : behind
  const end = skipBlanks(text, titleEnd)
  return text.charCodeAt(end) === close ? { destination: found.destination, end: end + 1 } : undefined
}

/** What a label stands for. */
export interface Definition extends Destination {
  readonly label: string
}

/** The definition of a label at the start of a line: `[label]: destination "title"`, over up to three lines. */
export function definitionAt(text: string, at: number): Definition | undefined {
  const colon = text[at] === '[' && text[at + 1] !== '^' ? labelEnd(text, at) : undefined
  if (colon === undefined || text[colon] !== ':') return undefined
  const found = destinationAt(text, skipBlanks(text, colon + 1))
  if (!found) return undefined
  const behind = skipBlanks(text, found.end)
  const title = behind > found.end ? titleAt(text, behind) : undefined
  const end = (title === undefined ? undefined : lineEndAt(text, title)) ?? lineEndAt(text, found.end)
  const label = normalLabel(text.slice(at + 1, colon - 1))
  return end === undefined ? undefined : { label, destination: found.destination, end }
}

/** Behind the line, where it has nothing but blanks from here on. */
function lineEndAt(text: string, at: number): number | undefined {
  let end = at
  while (text.charCodeAt(end) === space) end++
  return end >= text.length ? text.length : text.charCodeAt(end) === newline ? end + 1 : undefined
}

/** Where a label that opens at `at` ends, behind its bracket. Labels have no bracket inside and at most 999 characters. */
export function labelEnd(text: string, at: number): number | undefined {
  const last = Math.min(text.length, at + 1001)
  for (let i = at + 1; i < last; i++) {
    const sign = text.charCodeAt(i)
    if (sign === backslash) i++
    else if (sign === openBracket) return undefined
    else if (sign === closeBracket) return i > at + 1 ? i + 1 : undefined
  }
  return undefined
}

/** Labels that differ in case and blanks alone are the same. */
export function normalLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase()
}

function destinationAt(text: string, at: number): Destination | undefined {
  return text.charCodeAt(at) === less ? bracketed(text, at) : bare(text, at)
}

function bracketed(text: string, at: number): Destination | undefined {
  for (let i = at + 1; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (sign === backslash) i++
    else if (sign === more) return { destination: unescaped(text.slice(at + 1, i)), end: i + 1 }
    else if (sign === less || sign === newline) return undefined
  }
  return undefined
}

function bare(text: string, at: number): Destination | undefined {
  let depth = 0
  let end = at
  for (; end < text.length; end++) {
    const sign = text.charCodeAt(end)
    if (isBlank(sign)) break
    if (sign === backslash && !isBlank(text.charCodeAt(end + 1))) end++
    else if (sign === open && ++depth > deepest) return undefined
    else if (sign === close && --depth < 0) break
  }
  end = Math.min(end, text.length)
  return end === at || depth > 0 ? undefined : { destination: unescaped(text.slice(at, end)), end }
}

/** Where the title ends, behind its mark. */
function titleAt(text: string, at: number): number | undefined {
  const mark = text.charCodeAt(at)
  if (mark !== quote && mark !== apostrophe && mark !== open) return undefined
  for (let i = at + 1; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (sign === backslash) i++
    else if (sign === (mark === open ? close : mark)) return i + 1
    else if (sign === open && mark === open) return undefined
  }
  return undefined
}

function skipBlanks(text: string, at: number): number {
  let i = at
  while (i < text.length && isBlank(text.charCodeAt(i))) i++
  return i
}

function isBlank(sign: number): boolean {
  return sign === space || (sign >= 9 && sign <= 13)
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') : text
}
