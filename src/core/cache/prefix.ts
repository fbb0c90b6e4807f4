import type { Digest } from '../content/digest.ts'
import type { Kept, Marker } from '../decision.ts'
import type { Moment } from '../plan-input.ts'
import type { Predecessor } from './predecessor.ts'

/** How much of a plan the provider has in its cache from the branch's previous call, and what the input costs therefore. */
export interface Prefix {
  /** The previous plan. */
  readonly previous: Digest
  /** How much, from the beginning, is sent as it was sent then, in the plan's measure. */
  readonly shared: number
  /** What differs first of what was sent then, and why; null where all of it is sent again. */
  readonly broken: { readonly item: string | null; readonly because: Moment | 'changed' } | null
  /**
   * What the input costs, in input tokens: what is shared at the price of reading it from the cache, the rest at that of
   * writing it, or at 1 for each where the provider caches nothing. Null where its prices are not known.
   */
  readonly cost: number | null
}

/** Compares what is sent with what was sent before; see `Prefix`. */
export function prefixOf(previous: Predecessor, kept: readonly (Kept | Marker)[], moment: Moment): Prefix {
  let shared = 0
  let at = 0
  for (; at < previous.kept.length && isSame(previous.kept[at], kept[at]); at++) shared += kept[at]?.size ?? 0
  const lost = previous.kept[at]
  const total = kept.reduce((sum, { size }) => sum + size, 0)
  return {
    previous: previous.plan,
    shared,
    broken: lost
      ? { item: lost.kind === 'kept' ? lost.id : null, because: moment === 'none' ? 'changed' : moment }
      : null,
    cost: costOf(previous, shared, total),
  }
}

function isSame(a: Kept | Marker | undefined, b: Kept | Marker | undefined): boolean {
  if (!a || !b || a.size !== b.size) return false
  if (a.kind === 'marker' || b.kind === 'marker')
    return a.kind === b.kind && a.kind === 'marker' && b.kind === 'marker' && a.omitted === b.omitted
  return a.content === b.content && (a.content !== undefined || a.id === b.id) && a.author === b.author
}

function costOf({ prices, cold }: Predecessor, shared: number, total: number): number | null {
  if (!prices) return null
  const cached = cold || shared < prices.minimum ? 0 : shared
  const written = total >= prices.minimum ? total - cached : 0
  return Math.round(prices.read * cached + prices.write * written + (total - cached - written))
}
