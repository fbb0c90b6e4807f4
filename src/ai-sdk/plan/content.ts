import { hash } from 'node:crypto'
import type { Digest } from '../../core/content/digest.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { opaque, type ReadNode, type Slot } from '../read/read-node.ts'
import { countedSize } from './counts.ts'

/** A node's parts under their digest, with their size. */
export interface Content {
  readonly digest: Digest
  readonly parts: readonly Part[]
  readonly slots: readonly Slot[]
  readonly size: number
}

/** The digest of a value by its JSON as it stands. */
export function digestOf(value: unknown): Digest {
  return hash('sha256', JSON.stringify(value) ?? '')
}

/** What a node says, counted. Parts that no JSON can hold are one that is never changed. */
export function contentOf({ pieces }: ReadNode, measure: Measure): Content {
  const parts = pieces.map(({ part }) => part)
  try {
    const digest = digestOf(parts)
    return { digest, parts, slots: pieces.map(({ slot }) => slot), size: countedSize(digest, parts, measure) }
  } catch {
    const odd = pieces.map(({ part: { kind } }) => opaque(`a part of kind ${kind} that is no JSON`))
    const digest = digestOf(odd)
    return { digest, parts: odd, slots: odd.map(() => ({ kind: 'firm' })), size: countedSize(digest, odd, measure) }
  }
}
