import type { Measure } from '../../core/content/measure.ts'
import type { Conversation } from '../../history/conversation.ts'

/** One text of a bundle as it goes along with a call, or what the bundle names and has no text for. */
export type BundleText = BundleItem | MissedItem

interface BundleItem {
  /** Unique over all bundles of a call: the bundle, and the item's path. */
  readonly id: string
  /** With what its templates put around it; the largest first, where there are smaller ones to choose from. */
  readonly texts: readonly [string, ...string[]]
  /** How many links away from the bundle's own items. */
  readonly depth: number
}

interface MissedItem {
  readonly id: string
  /** It could not be read, or it did not fit into the bundle's own limit. */
  readonly bar: 'missing' | 'over-own-limit'
}

/** The call that a bundle is read for. */
export interface BundleCall {
  readonly conversation: Conversation
  readonly measure: Measure
  /** The most that the call may take: of a bundle no more is brought. */
  readonly limit: number
}

/** Reads named contexts as they are now. */
export interface BundleReader {
  /**
   * The texts of a bundle, as a conversation sets it, in the order in which they go. Of what could not go whatever else there is, the
   * first hundred are named, and the others are one. Throws `bundle-not-found`.
   */
  read(name: string, call: BundleCall): Promise<readonly BundleText[]>
}
