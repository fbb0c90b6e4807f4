import { describe, expect, it } from 'vitest'
import { quantile, timeRounds } from './rounds.ts'

describe('quantile', () => {
  it('lies between the two values around it', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
    expect(quantile([1, 2, 3], 0.5)).toBe(2)
    expect(quantile([10, 0], 0.95)).toBeCloseTo(9.5)
  })

  it('is not a number where there are no values', () => {
    expect(quantile([], 0.5)).toBeNaN()
  })
})

describe('timeRounds', () => {
  it('does not count the warm-up', async () => {
    const seen: number[] = []
    const { rounds } = await timeRounds((round) => seen.push(round), { warmUp: 2, most: 3 })
    expect(rounds).toBe(3)
    expect(seen).toEqual([0, 1, 2, 3, 4])
  })

  it('counts a round that takes all the time, even the first', async () => {
    let runs = 0
    const { rounds, median } = await timeRounds(() => runs++, { warmUp: 5, milliseconds: -1 })
    expect([runs, rounds]).toEqual([1, 1])
    expect(median).toBeGreaterThanOrEqual(0)
  })
})
