import type { Digest } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import type { StoredPlan } from '../../stores/store.ts'

/** A plan that was made, with what the next one needs of it. */
export interface Standing {
  readonly stored: StoredPlan
  readonly documents: ReadonlyMap<Digest, Json>
  /** What it sent that is in no message. */
  readonly contents: ReadonlyMap<Digest, readonly Part[]>
}

/** Plans by what they were made for: the beginning of a conversation, told by its digest. */
export interface Standings {
  /** Those for beginnings of these messages, the longest first. `beginnings` has the digest up to and with each node. */
  before(beginnings: readonly Digest[]): readonly Standing[]
  keep(beginning: Digest, standing: Standing): void
}

/** A plan goes on from the newest; the one before serves where a call is made again. */
const mostLookedAt = 4

/** Keeps so many plans; the one that was not used for longest goes first. */
export function standings(most: number): Standings {
  const held = new Map<Digest, Standing>()
  const put = (beginning: Digest, standing: Standing): void => {
    held.delete(beginning)
    held.set(beginning, standing)
  }
  return {
    before(beginnings) {
      const found: Standing[] = []
      for (const beginning of beginnings.toReversed()) {
        const standing = held.get(beginning)
        if (standing === undefined) continue
        found.push(standing)
        put(beginning, standing)
        if (found.length === mostLookedAt) break
      }
      return found
    },
    keep(beginning, standing) {
      put(beginning, standing)
      for (const [oldest] of held) {
        if (held.size <= most) break
        held.delete(oldest)
      }
    },
  }
}
