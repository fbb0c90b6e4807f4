import { describe, expect, it } from 'vitest'
import { random, seedOf } from './random.ts'

describe('random', () => {
  it('gives the published numbers of mulberry32', () => {
    const { next } = random(1)
    expect([next(), next(), next()]).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522])
  })

  it('stays below the limit and reaches every number', () => {
    const { below } = random(2)
    const seen = new Set(Array.from({ length: 1000 }, () => below(10)))
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('has half of the skewed values under the median', () => {
    const { skewed } = random(3)
    const under = Array.from({ length: 10_000 }, () => skewed(50, 1)).filter((value) => value < 50).length
    expect(under).toBeGreaterThan(4800)
    expect(under).toBeLessThan(5200)
  })
})

describe('seedOf', () => {
  it('depends on every number and on their order', () => {
    expect(new Set([seedOf(1, 2, 3), seedOf(1, 2, 4), seedOf(2, 1, 3), seedOf(1, 2), seedOf(1, 2, 3, 0)]).size).toBe(5)
  })
})
