import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promptCache } from './cache.ts'
import type { Piece } from './sizes.ts'

const piece = (key: number, size = 1000, marked = false): Piece => ({ key, size, marked })
const mark = (key: number): Piece => piece(key, 1000, true)

describe('promptCache', () => {
  it('reads the longest beginning of any earlier request and writes the rest', () => {
    const use = promptCache()
    expect(use([piece(1), piece(2)])).toEqual({ input: 2000, cached: 0, written: 2000, cost: 2500 })
    expect(use([piece(1), piece(2), piece(3)])).toEqual({ input: 3000, cached: 2000, written: 1000, cost: 1450 })
    expect(use([piece(4), piece(2), piece(3)]).cached).toBe(0)
    expect(use([piece(1), piece(2), piece(5)]).cached).toBe(2000)
  })

  it('neither reads less than 1024 nor writes a request of less', () => {
    const use = promptCache()
    expect(use([piece(1)])).toEqual({ input: 1000, cached: 0, written: 0, cost: 1000 })
    expect(use([piece(1), piece(2)])).toMatchObject({ cached: 0, written: 2000 })
    expect(use([piece(1), piece(3)])).toMatchObject({ cached: 0, written: 2000 })
  })

  it('stores only what ends at a breakpoint, and takes the full price behind the last', () => {
    const use = promptCache()
    expect(use([piece(1), mark(2), piece(3)])).toEqual({ input: 3000, cached: 0, written: 2000, cost: 3500 })
    expect(use([piece(1), piece(2), piece(3), mark(4)])).toEqual({
      input: 4000,
      cached: 2000,
      written: 2000,
      cost: 2700,
    })
    expect(use([piece(1), piece(2), piece(3), piece(5)])).toMatchObject({ cached: 2000, written: 2000 })
    expect(use([piece(1), mark(2), piece(3), piece(5), piece(6)])).toMatchObject({
      cached: 4000,
      written: 0,
      cost: 1400,
    })
  })

  it('counts every token once, and never reads more than there is', () => {
    const requests = fc.array(fc.array(fc.record({ key: fc.nat(3), size: fc.nat(2000), marked: fc.boolean() })))
    fc.assert(
      fc.property(requests, (all) => {
        const use = promptCache()
        for (const pieces of all) {
          const { input, cached, written, cost } = use(pieces)
          expect(input).toBe(pieces.reduce((sum, { size }) => sum + size, 0))
          expect(cached + written).toBeLessThanOrEqual(input)
          expect(cost).toBeCloseTo(0.1 * cached + 1.25 * written + (input - cached - written))
        }
      }),
    )
  })
})
