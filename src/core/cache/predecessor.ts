import type { Digest } from '../content/digest.ts'
import type { Kept, Marker } from '../decision.ts'

/** What planning knows of a branch's previous plan. */
export interface Predecessor {
  readonly plan: Digest
  /** What it sent, in sending order. */
  readonly kept: readonly (Kept | Marker)[]
  /** The provider has forgotten it: nothing of what was sent is cached any more. */
  readonly cold: boolean
  /** What the provider asks for cached input; null where it caches nothing, or nothing is known. */
  readonly prices: CachePrices | null
}

/** A provider's prompt cache in figures. */
export interface CachePrices {
  /** A shorter prefix is not cached, in the plan's measure. */
  readonly minimum: number
  /** What a token costs to read and to write, as multiples of an input token. */
  readonly read: number
  readonly write: number
}
