import type { Digest } from '../../core/content/digest.ts'

/** One thing that stands next to the input for a loom-aware agent, by its contents: in full, and smaller where it can be. */
export interface LoomPin {
  readonly id: string
  /** What is taken first where not everything fits; higher is better. */
  readonly score: number
  readonly forms: readonly { readonly kind: 'full' | 'card'; readonly content: Digest }[]
}

/** What a plan for a loom-aware agent is made from besides the rest. */
export interface LoomRecipe {
  /** The document of headers by node that are sent on this call. */
  readonly headers: Digest
  readonly pins: readonly LoomPin[]
}

/** The share of the section `pins` for loom-aware agents, so that a long history cannot push their memory out. */
export const pinsShare = 0.2
