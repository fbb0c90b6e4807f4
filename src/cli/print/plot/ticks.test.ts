import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callTicks, roundTicks } from './ticks.ts'

describe('roundTicks', () => {
  it.each([
    [32_000, 5, [0, 10_000, 20_000, 30_000]],
    [9, 5, [0, 2, 4, 6, 8]],
    [1, 5, [0, 1]],
    [10, 1, [0, 10]],
  ])('puts ticks up to %i at round figures, at most %i above 0', (top, most, ticks) => {
    expect(roundTicks(top, most)).toEqual(ticks)
  })

  it('never gives more than it should, nor any above the top', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.integer({ min: 1, max: 20 }), (top, most) => {
        const ticks = roundTicks(top, most)
        expect(ticks.length).toBeLessThanOrEqual(most + 1)
        expect(ticks.at(-1)).toBeLessThanOrEqual(top)
      }),
    )
  })
})

describe('callTicks', () => {
  it('names the first call, the last, and round ones between', () => {
    const ticks = callTicks(3127, { length: 60, character: 1, gap: 4 })
    expect(ticks.map(({ text }) => text)).toEqual(['1', '1,000', '2,000', '3,127'])
  })

  it('keeps labels apart and inside of the axis', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 5, max: 300 }), (calls, length) => {
        const ticks = callTicks(calls, { length, character: 1, gap: 4 })
        expect(ticks[0]?.text).toBe('1')
        ticks.forEach(({ text, start }, i) => {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(start + text.length).toBeLessThanOrEqual((ticks[i + 1]?.start ?? length + 2) - 2)
        })
      }),
    )
  })
})
