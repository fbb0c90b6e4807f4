import { describe, expect, it } from 'vitest'
import { timeField, without } from './shape.ts'

describe('a time', () => {
  it.each([
    ['2025-01-02T03:04:05.678Z', Date.UTC(2025, 0, 2, 3, 4, 5, 678)],
    ['2025-01-02T03:04:05+01:00', Date.UTC(2025, 0, 2, 2, 4, 5)],
    ['2025-01-02T03:04:05', Date.UTC(2025, 0, 2, 3, 4, 5)],
    ['2025-01-02 03:04:05', Date.UTC(2025, 0, 2, 3, 4, 5)],
    ['2025-01-02', Date.UTC(2025, 0, 2)],
    [1735700000, 1735700000000],
    [1735700000123, 1735700000123],
    [1735700000.5, 1735700000500],
  ])('is read from %s, the same in every time zone', (value, time) => {
    expect(timeField(value)).toEqual({ createdAt: time })
  })

  it('stays absent where there is none', () => {
    for (const value of ['', 'yesterday', '2025-99-99', 0, -1, null, {}, undefined])
      expect(timeField(value)).toEqual({})
    expect(timeField(undefined, 'x', 1735700000)).toEqual({ createdAt: 1735700000000 })
  })
})

describe('without', () => {
  it('leaves keys out, and says when nothing is left', () => {
    expect(without({ a: 1, b: 2 }, ['a'])).toEqual({ b: 2 })
    expect(without({ a: 1 }, ['a', 'b'])).toBeUndefined()
  })
})
