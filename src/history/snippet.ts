import { placesOf, type SearchTerm, wordsOf } from './search-query.ts'

/** A piece of a text around what was found, and where that stands in it: `[from, to)`, for `slice`. */
export interface Snippet {
  readonly text: string
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/** A node that was found, and the piece of its text where. */
export interface SearchHit {
  readonly node: string
  readonly conversation: string
  readonly snippet: Snippet
}

/** How long a snippet is, in UTF-16 units; a little more where a word would be cut. */
const length = 160

/** How much stands before the first thing that was found. */
const before = 40

/** The piece of a text around the first thing found in it; the beginning where nothing is. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Snippet {
  const words = [...wordsOf(text)]
  const found = terms
    .flatMap((term) =>
      placesOf(term, words).map((at): [number, number] => [
        words[at]?.from ?? 0,
        words[at + term.words.length - 1]?.to ?? 0,
      ]),
    )
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const first = found[0]?.[0] ?? 0
  const start = words.find(({ from }) => from >= first - before)?.from ?? 0
  const from = first <= before ? 0 : Math.min(start, first)
  const to = words.findLast((word) => word.to <= from + length)?.to ?? from
  const end = words.length === 0 ? wholeTo(text, length) : Math.max(to, found[0]?.[1] ?? 0)
  return { text: text.slice(from, end), ranges: merged(found, from, end) }
}

/** The ranges inside a piece, counted from its beginning, each place once. */
function merged(found: readonly (readonly [number, number])[], from: number, end: number): [number, number][] {
  const ranges: [number, number][] = []
  for (const [start, stop] of found) {
    if (stop > end) continue
    const last = ranges.at(-1)
    if (last && start - from <= last[1]) last[1] = Math.max(last[1], stop - from)
    else ranges.push([start - from, stop - from])
  }
  return ranges
}

/** The end of a text's first so many UTF-16 units, no character cut in half. */
function wholeTo(text: string, most: number): number {
  if (text.length <= most) return text.length
  return /[\uDC00-\uDFFF]/.test(text[most] ?? '') ? most - 1 : most
}
