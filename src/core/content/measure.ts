/**
 * How size is counted: a tokenizer, or characters. `count` is deterministic, 0 for the empty text, and never
 * negative. Two measures with one id give the same counts for ever.
 */
export interface Measure {
  readonly id: string
  count(text: string): number
}

/** The number of Unicode code points in a text. A lone surrogate counts as one. */
export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1)
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--
        i++
      }
    }
  }
  return count
}

/** Size in characters: Unicode code points. */
export const characters: Measure = { id: 'characters', count: codePoints }

/** The conservative default where no exact tokenizer fits the model: ceil(code points / 4). */
export const estimate: Measure = { id: 'estimate', count: (text) => Math.ceil(codePoints(text) / 4) }
