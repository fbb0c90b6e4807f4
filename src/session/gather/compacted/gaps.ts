import type { Cut, Reading } from '../reading.ts'
import type { Compacted } from './compacted.ts'

/** A part of a path that is not read: from one position to another, both included. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** Why it is not read: the previous plan cut it, or a summary stands for it. What is left of a cut has no figures. */
export type Gap = Place &
  ({ readonly kind: 'cut'; readonly cut: Cut | null } | { readonly kind: 'summarised'; readonly compacted: Compacted })

/** What is not read of a path, in its order and apart from each other. Where a cut meets a summary, the summary stands. */
export async function gapsOf(
  { store, request: { route } }: Pick<Reading, 'store' | 'request'>,
  cuts: readonly Cut[],
  compacted: readonly Compacted[],
): Promise<Gap[]> {
  const places = await store.positions(
    route,
    cuts.flatMap(({ from, to }) => [from, to]),
  )
  const gaps: Gap[] = compacted.map((each) => ({
    kind: 'summarised',
    start: each.start,
    end: each.end,
    compacted: each,
  }))
  let next = 0
  for (const cut of cuts) {
    const start = Math.max(next, places.get(cut.from) ?? next)
    const end = places.get(cut.to) ?? start - 1
    next = Math.max(next, end + 1)
    const pieces = without({ start, end }, compacted)
    const isWhole = pieces.length === 1 && pieces[0]?.start === start && pieces[0].end === end
    gaps.push(...pieces.map((piece): Gap => ({ kind: 'cut', ...piece, cut: isWhole ? cut : null })))
  }
  return gaps.sort((a, b) => a.start - b.start)
}

/** What is left of a place without others, which are in order and apart. */
export function without({ start, end }: Place, others: readonly Place[]): Place[] {
  const left: Place[] = []
  let next = start
  for (const other of others) {
    if (other.end < next || other.start > end) continue
    if (other.start > next) left.push({ start: next, end: other.start - 1 })
    next = other.end + 1
  }
  return next <= end ? [...left, { start: next, end }] : left
}
