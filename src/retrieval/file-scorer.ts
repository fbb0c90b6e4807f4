import { bm25, type Collection, collectionOf, type Document } from './bm25.ts'
import { type FileCounts, stretchLines, wordCounter } from './count-words.ts'
import { piecesOf, wholeOf } from './documents.ts'
import { queryOf } from './query.ts'

/** Lines of a file, counted from 1, both ends included, and how well they suit the task. */
export type Piece = readonly [fromLine: number, toLine: number, score: number]

/** How well a file suits a task by its words alone. */
export interface ScoredFile {
  readonly path: string
  /** What its text gives. */
  readonly words: number
  /** What the words of its path add to that. */
  readonly byPath: number
  /** Its best pieces of up to 32 lines, best first, then by line. They overlap; there is one at least. */
  readonly pieces: readonly Piece[]
}

/** Collects files and scores them for one task. */
export interface FileScorer {
  /** Takes a file in. The text is not kept. Time is linear in it. */
  add(path: string, text: string): void
  /** The files that were added, sorted by path, whatever the order they came in; of a path added twice, the later text. */
  files(): readonly ScoredFile[]
}

/** How much of the whole file's score is added to that of its best piece. */
const wholeShare = 0.5

const mostPieces = 200

/**
 * Scores files for a task by BM25 over pieces of them, the path being a field of each: a file's score is that of its
 * best piece and half of that of the whole.
 */
export function fileScorer(task: string): FileScorer {
  const query = queryOf(task)
  const count = wordCounter(query)
  const added = new Map<string, FileCounts>()
  return {
    add(path, text) {
      added.set(path, count(path, text))
    },
    files() {
      const files = [...added.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
      const wholes = collectionOf(documents(files, wholesOf), query.weights)
      const pieces = collectionOf(documents(files, piecesOf), query.weights)
      return files.map((file) => scoreOf(file, wholes, pieces))
    },
  }
}

function* wholesOf(file: FileCounts): Generator<Document> {
  yield wholeOf(file)
}

function* documents(
  files: readonly FileCounts[],
  documentsOf: (file: FileCounts) => Iterable<Document>,
): Generator<Document> {
  for (const file of files) yield* documentsOf(file)
}

function scoreOf(file: FileCounts, wholes: Collection, all: Collection): ScoredFile {
  const pieces: Piece[] = []
  let best = 0
  let bestOfText = 0
  for (const document of piecesOf(file)) {
    const from = pieces.length * stretchLines + 1
    const score = bm25(document, all)
    best = Math.max(best, score)
    if (file.pathWords.length > 0) bestOfText = Math.max(bestOfText, bm25(textOf(document), all))
    pieces.push([from, Math.max(from, Math.min(file.lines, from + 2 * stretchLines - 1)), score])
  }
  const whole = wholeOf(file)
  const score = best + wholeShare * bm25(whole, wholes)
  const words = file.pathWords.length > 0 ? bestOfText + wholeShare * bm25(textOf(whole), wholes) : score
  const inOrder = pieces.sort((one, other) => other[2] - one[2] || one[0] - other[0])
  return { path: file.path, words, byPath: score - words, pieces: inOrder.slice(0, mostPieces) }
}

function textOf(document: Document): Document {
  return { ...document, path: new Map() }
}
