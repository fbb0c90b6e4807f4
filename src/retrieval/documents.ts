import type { Counts, Document } from './bm25.ts'
import type { FileCounts } from './count-words.ts'

/** How much more a word of the path says than one of the text. */
const pathWeight = 4

/** The whole of a file. */
export function wholeOf(file: FileCounts): Document {
  return documentOf(file, 0, file.lengths.length, 0)
}

/** The pieces of a file: every two stretches that follow one another; where there is one only, that. */
export function* piecesOf(file: FileCounts): Generator<Document> {
  const count = Math.max(1, file.lengths.length - 1)
  let hit = 0
  for (let stretch = 0; stretch < count; stretch++) {
    while (hit < file.hits.length && (file.hits[hit] ?? 0) < stretch) hit += 3
    yield documentOf(file, stretch, stretch + 2, hit)
  }
}

/** Some stretches of a file; its hits are read from `hit` on. */
function documentOf(file: FileCounts, from: number, to: number, hit: number): Document {
  const text = new Map<number, number>()
  for (let at = hit; at < file.hits.length && (file.hits[at] ?? 0) < to; at += 3) {
    const word = file.hits[at + 1] ?? 0
    text.set(word, (text.get(word) ?? 0) + (file.hits[at + 2] ?? 0))
  }
  let length = pathWeight * file.pathLength
  for (let at = from; at < Math.min(to, file.lengths.length); at++) length += file.lengths[at] ?? 0
  return { length, text, path: pathCounts(file) }
}

function pathCounts({ pathWords }: FileCounts): Counts {
  const counts = new Map<number, number>()
  for (const word of pathWords) counts.set(word, (counts.get(word) ?? 0) + pathWeight)
  return counts
}
