import type { Row } from '../../bench/frame/report.ts'
import type { Figures } from './measures.ts'

/** Figures as a line of the table; shares in per cent. */
export function rowOf(limit: number, policy: string, figures: Figures): Row {
  const { sessions, calls, meanInput, cachedShare, costPerCall, rereadShare, callsOverLimit } = figures
  const { grounded, expected } = figures
  return {
    limit,
    policy,
    sessions,
    calls,
    meanInput,
    cachedShare: percent(cachedShare),
    costPerCall,
    rereadShare: percent(rereadShare),
    callsOverLimit,
    groundedEdits: percent(grounded / expected),
    edits: expected,
  }
}

/** Per cent; null where there is nothing to take a share of. */
export function percent(share: number): number | null {
  return Number.isFinite(share) ? share * 100 : null
}
