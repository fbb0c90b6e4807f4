import { HeddleError } from '../core/errors.ts'

/** One thing to look for: a word, or words that follow one another. With `prefix` the last may go on. */
export interface SearchTerm {
  readonly words: readonly string[]
  readonly prefix: boolean
}

/** A search that cannot be understood. */
class SearchSyntax extends HeddleError {
  readonly query: string
  constructor(query: string, what: string) {
    super('search-syntax', `The search ${JSON.stringify(query)} ${what}`)
    this.query = query
  }
}

/** A word of a text: how it is compared, and where it stands, for `slice`. */
export interface Word {
  readonly folded: string
  readonly from: number
  readonly to: number
}

/** The words of a text: runs of letters and digits, without case and accents. */
export function* wordsOf(text: string): Generator<Word> {
  for (const found of text.matchAll(/[\p{L}\p{N}\p{Co}\p{M}]+/gu)) {
    const folded = fold(found[0])
    if (folded !== '') yield { folded, from: found.index, to: found.index + found[0].length }
  }
}

/**
 * Reads a search: words, "quoted phrases", and a star behind either for what begins with it. All of them must be found.
 * Throws `SearchSyntax` for a quote that is not closed and for nothing to look for.
 */
export function parseSearch(query: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [, phrase, phraseStar, word = ''] of query.matchAll(/"([^"]*)"(\*?)|([^\s"]+)/gu)) {
    const text = phrase ?? word
    const words = [...wordsOf(text)].map(({ folded }) => folded)
    const prefix = phrase === undefined ? word.endsWith('*') : phraseStar === '*'
    if (words.length > 0) terms.push({ words, prefix })
  }
  if ((query.split('"').length - 1) % 2 === 1)
    throw new SearchSyntax(query, 'opens a quote and does not close it. Add the second quote.')
  if (terms.length === 0) throw new SearchSyntax(query, 'holds no word. Give a word or a "quoted phrase".')
  return terms
}

/** Where a term stands in a text's words: the number of its first word, for each place. */
export function placesOf({ words, prefix }: SearchTerm, text: readonly Word[]): number[] {
  const last = words.length - 1
  const fits = (at: number): boolean =>
    words.every((word, offset) => {
      const folded = text[at + offset]?.folded
      return prefix && offset === last ? folded?.startsWith(word) === true : folded === word
    })
  return text.flatMap((_, at) => (fits(at) ? [at] : []))
}

function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
