import { codePoints, type Measure } from './measure.ts'
import type { FilePart, Part, ResultContent, TextPart } from './part.ts'

/** The line that stands where the middle of a text was taken out. */
function cutLine(omitted: number): string {
  return `\n[… ${omitted} characters left out …]\n`
}

/**
 * A text shortened to at most `size`: its head and its tail, with a line between that says how much is missing. The text
 * itself where it is small enough. Nothing is cut inside a code point. Where not even the line fits, the empty text.
 */
export function headAndTail(text: string, size: number, measure: Measure): string {
  if (measure.count(text) <= size) return text
  const points = [...text]
  const shortened = (kept: number): string => {
    const head = Math.ceil(kept / 2)
    return (
      points.slice(0, head).join('') +
      cutLine(points.length - kept) +
      points.slice(points.length - (kept - head)).join('')
    )
  }
  let low = 0
  let high = points.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure.count(shortened(middle)) <= size) low = middle
    else high = middle - 1
  }
  const found = shortened(low)
  return measure.count(found) <= size ? found : ''
}

/** A text's head and tail of so many code points or less, with the same line between; the text itself where that is not shorter. */
export function ends(text: string, characters: number): string {
  const half = Math.floor(characters / 2)
  if (text.length <= 2 * half) return text
  const head = wholePoints(text.slice(0, half))
  const tail = wholePoints(text.slice(text.length - half))
  const short = head + cutLine(codePoints(text) - codePoints(head) - codePoints(tail)) + tail
  return short.length < text.length ? short : text
}

/** Without half a code point at either end. */
function wholePoints(text: string): string {
  const from = /^[\uDC00-\uDFFF]/.test(text) ? 1 : 0
  return text.slice(from, /[\uD800-\uDBFF]$/.test(text) ? -1 : undefined)
}

/**
 * The sizes of the texts in a node that may be shortened: what tools gave back and what came from files. What a person
 * or a model wrote is not among them.
 */
export function shortenableSizes(parts: readonly Part[], measure: Measure): number[] {
  const contents = parts.flatMap((part) =>
    part.kind === 'tool-result' ? part.content.filter(isTextual) : isFile(part) ? [part] : [],
  )
  return contents.map(({ text }) => measure.count(text))
}

/** A node's parts with every text that may be shortened cut to at most `cap`. Everything else stays as it is. */
export function shortenParts(parts: readonly Part[], cap: number, measure: Measure): Part[] {
  return parts.map((part) => {
    if (part.kind === 'tool-result')
      return { ...part, content: part.content.map((each) => shortened(each, cap, measure)) }
    return isFile(part) ? shortened(part, cap, measure) : part
  })
}

/** The largest cap c for which the sum of min(size, c) is at most the room. */
export function equalCap(sizes: readonly number[], room: number): number {
  let left = room
  const ascending = sizes.toSorted((a, b) => a - b)
  for (const [at, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - at))
    if (size > share) return Math.max(0, share)
    left -= size
  }
  return Number.POSITIVE_INFINITY
}

function isFile(part: Part | ResultContent): part is FilePart {
  return part.kind === 'file'
}

function isTextual(content: ResultContent): content is TextPart | FilePart {
  return content.kind === 'text' || isFile(content)
}

function shortened<Content extends ResultContent>(content: Content, cap: number, measure: Measure): Content {
  if (!isTextual(content)) return content
  const text = headAndTail(content.text, cap, measure)
  return text === content.text ? content : { ...content, text }
}
