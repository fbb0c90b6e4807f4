/**
 * How size is counted: a tokenizer, or characters. `count` is deterministic, 0 for the empty text, and never
 * negative. Two measures with one id give the same counts for ever.
 *
 * `byParts` says how the size of a text follows from its parts, so that a text that grows is not counted again (see
 * `tally.ts`): with `lines`, counts add up where a text is divided behind a line feed that neither white space nor `/`
 * follows; a function says that nothing matters but the number of code points, and gives the size of so many. Where it is
 * absent, only the whole text tells.
 */
export interface Measure {
  readonly id: string
  readonly byParts?: 'lines' | ((codePoints: number) => number)
  count(text: string): number
}

/** The number of Unicode code points in a text. A lone surrogate counts as one. */
export function codePoints(text: string): number {
  if (!surrogate.test(text)) return text.length
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

const surrogate = /[\ud800-\udbff]/

/** Size in characters: Unicode code points. */
export const characters: Measure = { id: 'characters', byParts: (count) => count, count: codePoints }

/** The conservative default where no exact tokenizer fits the model: ceil(code points / 4). */
export const estimate: Measure = { id: 'estimate', byParts: quarter, count: (text) => quarter(codePoints(text)) }

function quarter(count: number): number {
  return Math.ceil(count / 4)
}
