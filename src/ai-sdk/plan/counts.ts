import type { Digest } from '../../core/content/digest.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'

/** So many sizes are kept in a measure at the least, and twice as many at the most. */
const kept = 20_000

/** Sizes by content: those that were asked for lately, and those before. */
interface Counts {
  recent: Map<Digest, number>
  older: ReadonlyMap<Digest, number>
}

/** What was counted in this process, by measure. */
const counted = new Map<string, Counts>()

/** The size of parts whose digest is known. Counted once for a measure and a content, as long as it is asked for now and then. */
export function countedSize(digest: Digest, parts: readonly Part[], measure: Measure): number {
  const counts = countsOf(measure)
  const known = counts.recent.get(digest)
  if (known !== undefined) return known
  const size = counts.older.get(digest) ?? sizeOfParts(parts, measure)
  if (counts.recent.size >= kept) {
    counts.older = counts.recent
    counts.recent = new Map()
  }
  counts.recent.set(digest, size)
  return size
}

function countsOf({ id }: Measure): Counts {
  const held = counted.get(id)
  if (held) return held
  const fresh: Counts = { recent: new Map(), older: new Map() }
  counted.set(id, fresh)
  return fresh
}
