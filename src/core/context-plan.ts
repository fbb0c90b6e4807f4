import type { BudgetAccount } from './budget.ts'
import type { Prefix } from './cache/prefix.ts'
import type { Digest } from './content/digest.ts'
import type { Kept, LeftOut, Marker, Span } from './decision.ts'
import type { HistoryStrategy, Moment } from './plan-input.ts'

/** What became of the history. */
export interface Truncation {
  readonly strategy: HistoryStrategy
  readonly truncated: boolean
  /** Fewer recent nodes were kept than the settings ask for. */
  readonly recentShrunk: boolean
  /** The strategy wanted a marker, and there was no room for it. */
  readonly markerLeftOut: boolean
}

/** What one policy did to a plan in the making. Sizes are in the plan's measure. */
export interface PolicyStep {
  readonly policy: string
  /** The size of everything that was not left out when it began, and when it was done. */
  readonly before: number
  readonly after: number
  /** How many candidates it left out or sends in another form. */
  readonly touched: number
}

/**
 * The whole set of decisions for one call, in sending order, with the budget account. Every candidate has exactly one
 * decision and every decision one reason; the size is never over the limit. The same input gives the same plan, byte for byte.
 */
export interface ContextPlan {
  readonly kind: 'plan'
  /** The digest of everything else in the plan. */
  readonly id: Digest
  readonly measure: string
  readonly budget: BudgetAccount
  readonly kept: readonly (Kept | Marker)[]
  /** Single candidates in their given order, then spans of history. */
  readonly leftOut: readonly (LeftOut | Span)[]
  readonly truncation: Truncation
  /** Whether what was sent before could change, and why. */
  readonly moment: Moment
  /** What each policy did, in their order. */
  readonly policies: readonly PolicyStep[]
  /** What the provider has cached from the branch's previous call; absent where there was none. */
  readonly prefix?: Prefix
  readonly source?: Digest
  /** Document of what is known of the session's files up to here, for the next plan to go on from. */
  readonly book?: Digest
}
