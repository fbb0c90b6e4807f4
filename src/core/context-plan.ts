import type { BudgetAccount } from './budget.ts'
import type { Digest } from './content/digest.ts'
import type { Kept, LeftOut, Marker, Span } from './decision.ts'
import type { HistoryStrategy } from './plan-input.ts'

/** What became of the history. */
export interface Truncation {
  readonly strategy: HistoryStrategy
  readonly truncated: boolean
  /** Fewer recent nodes were kept than the settings ask for. */
  readonly recentShrunk: boolean
  /** The strategy wanted a marker, and there was no room for it. */
  readonly markerLeftOut: boolean
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
  readonly source?: Digest
}
