import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnPeaks, spanOf } from './series.ts'

describe('columnPeaks', () => {
  it('shows the highest of the calls that share a column', () => {
    expect(columnPeaks([1, 9, 2, 3, 4, 0], 6, 3)).toEqual([9, 3, 4])
  })

  it('gives a call several columns where there are more columns than calls', () => {
    expect(columnPeaks([1, 2], 2, 5)).toEqual([1, 1, 1, 2, 2])
  })

  it('leaves gaps where a series is shorter or a value is no number', () => {
    expect(columnPeaks([1, Number.NaN, 3], 4, 4)).toEqual([1, undefined, 3, undefined])
  })

  it('shows every call, and loses no peak', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.integer({ min: 1, max: 300 }), (values, columns) => {
        const peaks = columnPeaks(values, values.length, columns)
        expect(peaks).toHaveLength(columns)
        expect(peaks).not.toContain(undefined)
        expect(Math.max(...peaks.map((peak) => peak ?? 0))).toBe(Math.max(...values))
        if (columns >= values.length)
          expect(peaks.filter((peak, i) => peak !== peaks[i - 1])).toEqual(
            values.filter((value, i) => value !== values[i - 1]),
          )
      }),
    )
  })
})

describe('spanOf', () => {
  it('reaches up to the limit or to the highest value, whichever is higher', () => {
    expect(spanOf([{ name: 'a', values: [5, 20] }], 30)).toEqual({ calls: 2, top: 30, limit: 30, above: null })
    expect(spanOf([{ name: 'a', values: [5, 20] }], 10)).toEqual({ calls: 2, top: 20, limit: 10, above: null })
  })

  it('leaves out a limit that would flatten the curves', () => {
    expect(spanOf([{ name: 'a', values: [20] }], 81)).toEqual({ calls: 1, top: 20, limit: null, above: 81 })
    expect(spanOf([{ name: 'a', values: [0] }], 81).limit).toBe(81)
  })

  it('has a height even where there is nothing', () => {
    expect(spanOf([], null)).toEqual({ calls: 0, top: 1, limit: null, above: null })
    expect(spanOf([{ name: 'a', values: [Number.NaN, Number.POSITIVE_INFINITY] }], null).top).toBe(1)
  })
})
