const segmenter = new Intl.Segmenter()

/** The place before the grapheme that ends at or contains a place. */
export function before(text: string, at: number): number {
  return at <= 0 ? 0 : (segmenter.segment(text).containing(at - 1)?.index ?? 0)
}

/** The place behind the grapheme that begins at or contains a place. */
export function after(text: string, at: number): number {
  const found = segmenter.segment(text).containing(at)
  return found ? found.index + found.segment.length : text.length
}

/** The next place that is between two graphemes, the given one if it is. */
export function snap(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length))
  return segmenter.segment(text).containing(at)?.index === at ? at : after(text, at)
}

const wordlike = /[\p{L}\p{N}\p{M}_]/u

/** The place to which a move by a word to the left goes: where the word before the place begins. */
export function wordBefore(text: string, at: number): number {
  let place = at
  while (place > 0 && !wordlike.test(text.slice(before(text, place), place))) place = before(text, place)
  while (place > 0 && wordlike.test(text.slice(before(text, place), place))) place = before(text, place)
  return place
}

/** The place to which a move by a word to the right goes: where the word behind the place ends. */
export function wordAfter(text: string, at: number): number {
  let place = at
  while (place < text.length && !wordlike.test(text.slice(place, after(text, place)))) place = after(text, place)
  while (place < text.length && wordlike.test(text.slice(place, after(text, place)))) place = after(text, place)
  return place
}

/** Where the line begins in which a place stands. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** Where the line ends in which a place stands, without its line feed. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
