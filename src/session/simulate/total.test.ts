import { describe, expect, it } from 'vitest'
import type { SentCall } from './simulated-call.ts'
import { simulationTotal } from './total.ts'

const nothing = { count: 0, size: 0 }

function sent(index: number, more: Partial<SentCall>): SentCall {
  const tallies = { repeats: nothing, shortened: nothing, lost: nothing, summarised: nothing, files: nothing }
  const base = { kind: 'sent', index, node: `n${index}`, limit: 100, used: 50, moment: 'none' } as const
  return { ...base, ...tallies, shared: 0, cached: 0, cost: 50, ...more }
}

describe('the total of calls', () => {
  it('sums what was sent and leaves the refused out of the means', () => {
    const refusal = { kind: 'refusal', code: 'nothing-to-send', limit: 100 } as const
    const calls = [
      sent(0, { used: 20, cost: 25 }),
      { kind: 'refused', index: 1, node: 'n1', limit: 100, refusal } as const,
      sent(2, { used: 60, shared: 30, cached: 20, cost: 45, moment: 'pressure', lost: { count: 3, size: 40 } }),
      sent(3, { used: 80, shared: 60, cached: 60, cost: 20, moment: 'repeats', repeats: { count: 1, size: 10 } }),
    ]
    expect(simulationTotal(calls)).toMatchObject({
      calls: 4,
      refused: 1,
      used: 160,
      meanUsed: 160 / 3,
      mostUsed: 80,
      shared: 90,
      cachedShare: 0.5,
      cost: 90,
      costPerCall: 30,
      moments: { pressure: 1, repeats: 1, cold: 0 },
      cuts: 1,
      lost: { count: 3, size: 40 },
      repeats: { count: 1, size: 10 },
    })
  })

  it('knows no cost where one call’s is not known', () => {
    expect(simulationTotal([sent(0, {}), sent(1, { cost: null })])).toMatchObject({ cost: null, costPerCall: null })
  })

  it('is 0 where there are no calls', () => {
    expect(simulationTotal([])).toMatchObject({ calls: 0, used: 0, meanUsed: 0, mostUsed: 0, cachedShare: 0, cost: 0 })
  })
})
