import type { Query } from './query.ts'
import { eachRun, wordsIn, wordsOfRun } from './words.ts'

/** How many lines one stretch has; a piece is two that follow one another. */
export const stretchLines = 16

/** What a file has of a query. Words are given by their place in the query. */
export interface FileCounts {
  readonly path: string
  readonly lines: number
  /** How many words the path has, and which of the query's are among them. */
  readonly pathLength: number
  readonly pathWords: readonly number[]
  /** How many words each stretch has, whichever they are. */
  readonly lengths: readonly number[]
  /**
   * Triples of numbers: a stretch, a word of the query, how often it stands there. In order of stretches. The last line above
   * a stretch that is not indented counts as part of it: it says what the stretch belongs to, as in the hunks of a diff.
   */
  readonly hits: readonly number[]
}

/** How many different runs are remembered with their words. */
const mostRuns = 50_000
const longestRemembered = 80

/** How many words of a line that is not indented count below it. */
const mostAbove = 20

/**
 * Counts a query's words in files, one pass over each text. What it keeps of a file grows with its lines and with what was
 * found, not with its text.
 */
export function wordCounter({ places }: Query): (path: string, text: string) => FileCounts {
  const memory = new Map<string, readonly number[]>()

  /** How many words a run has, then the places of those that are looked for. */
  function readRun(run: string): readonly number[] {
    const words = wordsOfRun(run)
    return [words.length, ...words.flatMap((word) => places.get(word) ?? [])]
  }

  function recall(run: string): readonly number[] {
    const known = memory.get(run)
    if (known) return known
    const read = readRun(run)
    if (run.length > longestRemembered) return read
    if (memory.size === mostRuns) memory.clear()
    // A slice would keep the whole text alive.
    memory.set(` ${run}`.slice(1), read)
    return read
  }

  return (path, text) => {
    const lengths: number[] = []
    const hits: number[] = []
    const counts = new Map<number, number>()
    let length = 0
    let outer: { readonly line: number; readonly words: Set<number> } | undefined
    const count = (word: number): void => {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    const endStretch = (): void => {
      for (const [word, times] of counts) hits.push(lengths.length, word, times)
      counts.clear()
      outer?.words.forEach(count)
      lengths.push(length)
      length = 0
    }
    const lines = eachRun(text, (from, to, line) => {
      while ((lengths.length + 1) * stretchLines <= line) endStretch()
      const [words = 0, ...found] = recall(text.slice(from, to))
      length += words
      if (from === 0 || text[from - 1] === '\n') outer = { line, words: new Set() }
      for (const word of found) {
        count(word)
        if (outer?.line === line && outer.words.size < mostAbove) outer.words.add(word)
      }
    })
    while (lengths.length * stretchLines < lines) endStretch()
    const ofPath = wordsIn(path)
    const pathWords = ofPath.flatMap((word) => places.get(word) ?? [])
    return { path, lines, pathLength: ofPath.length, pathWords, lengths, hits }
  }
}
