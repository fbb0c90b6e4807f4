/** How often each word of a query stands somewhere, by the word's place in the query. */
export type Counts = ReadonlyMap<number, number>

/** A text, or a part of one, with the path of its file as a field of its own. */
export interface Document {
  /** Words of the text and, as often as a path weighs, of the path. */
  readonly length: number
  readonly text: Counts
  /** Counted as often as a path weighs. */
  readonly path: Counts
}

/** What all documents have together. */
export interface Collection {
  /** What each word of the query is worth, by its place. */
  readonly worths: readonly number[]
  readonly meanLength: number
}

/** At the upper end of what is usual: a word that a piece of code repeats is what it is about. */
const k1 = 2
const b = 0.75

/**
 * What the words of a query are worth among documents: weight · ln(1 + (N − df + ½) / (df + ½)), where N is the number
 * of documents and df the number of those that have the word.
 */
export function collectionOf(documents: Iterable<Document>, weights: readonly number[]): Collection {
  const holders = new Array<number>(weights.length).fill(0)
  let count = 0
  let length = 0
  for (const document of documents) {
    count++
    length += document.length
    for (const word of document.text.keys()) holders[word] = (holders[word] ?? 0) + 1
    for (const word of document.path.keys()) if (!document.text.has(word)) holders[word] = (holders[word] ?? 0) + 1
  }
  const worths = weights.map((weight, word) => {
    const df = holders[word] ?? 0
    return weight * Math.log(1 + (count - df + 0.5) / (df + 0.5))
  })
  return { worths, meanLength: Math.max(1, length / Math.max(1, count)) }
}

/**
 * A document's score: over its words the sum of worth · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / mean length)),
 * tf being a word's count in the text and the path together. This is BM25 with weighted fields (Robertson, Zaragoza and
 * Taylor 2004). The words are summed in the query's order, so that the same document has the same score everywhere.
 */
export function bm25({ length, text, path }: Document, { worths, meanLength }: Collection): number {
  const saturation = k1 * (1 - b + (b * length) / meanLength)
  const words = new Set([...text.keys(), ...path.keys()])
  let score = 0
  for (const word of [...words].sort((one, other) => one - other)) {
    const count = (text.get(word) ?? 0) + (path.get(word) ?? 0)
    score += ((worths[word] ?? 0) * count * (k1 + 1)) / (count + saturation)
  }
  return score
}
