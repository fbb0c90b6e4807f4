import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CutRange, furtherRange, type KeepStep, truncationRange } from './truncation-range.ts'

const step = fc.constantFrom<KeepStep[]>('half', 'quarter', 'lastTwo', 'none')
const messages = fc.integer({ min: 0, max: 300 })

describe('truncationRange', () => {
  it('cuts nothing of a short history, and gives a range back that it cannot extend', () => {
    expect(truncationRange(3, null, 'half')).toEqual({ range: [2, 1], newlyCut: 0 })
    expect(truncationRange(20, [2, 17], 'half')).toEqual({ range: [2, 17], newlyCut: 0 })
  })

  it('goes on behind what was cut so far', () => {
    expect(truncationRange(42, [2, 9], 'half')).toEqual({ range: [2, 25], newlyCut: 16 })
  })

  it('keeps the first pair, whole pairs and everything that was cut, whatever the steps', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(messages, step), { maxLength: 8 }), (steps) => {
        let before: CutRange | null = null
        let length = 0
        for (const [more, keep] of steps) {
          length += more
          const { range, newlyCut } = truncationRange(length, before, keep)
          expect(range[0]).toBe(2)
          expect(range[1] % 2).toBe(1)
          expect(newlyCut).toBe(range[1] - (before?.[1] ?? 1))
          expect(newlyCut).toBeGreaterThanOrEqual(0)
          if (newlyCut > 0) expect(range[1]).toBeLessThan(length)
          before = range
        }
      }),
    )
  })
})

describe('furtherRange', () => {
  it('takes a half up to and including twice the limit, and a quarter above', () => {
    expect(furtherRange(40, null, { pressure: 2 }).keepUsed).toBe('half')
    expect(furtherRange(40, null, { pressure: 2.01 }).keepUsed).toBe('quarter')
  })

  it('takes the step that was asked for, and goes on where that frees nothing', () => {
    expect(furtherRange(40, null, { keep: 'lastTwo', pressure: 1.1 })).toMatchObject({ keepUsed: 'lastTwo' })
    expect(furtherRange(5, null, { keep: 'half', pressure: 1.1 })).toMatchObject({ keepUsed: 'none', range: [2, 3] })
  })

  it('comes to an end: each cut adds something until nothing is left', () => {
    fc.assert(
      fc.property(messages, fc.double({ min: 1, max: 4, noNaN: true }), (length, pressure) => {
        let range: CutRange | null = null
        for (;;) {
          const next = furtherRange(length, range, { pressure })
          if (next.keepUsed === null) break
          expect(next.newlyCut).toBeGreaterThan(0)
          range = next.range
        }
        expect(range === null ? length < 4 : range[1] >= length - 2).toBe(true)
      }),
    )
  })
})
