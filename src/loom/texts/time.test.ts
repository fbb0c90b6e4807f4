import { assert, constantFrom, integer, oneof, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utcClock, utcMinute } from './time.ts'

describe('absolute times', () => {
  it('tells the minute as a calendar in UTC does, for any time', () => {
    const times = oneof(
      integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
      constantFrom(0, -1, 951_782_400_000, 951_868_799_999, 4_107_542_400_000, 68_169_600_000),
    )
    assert(
      property(times, (at) => {
        expect(utcMinute(at)).toBe(`${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`)
      }),
      { numRuns: 2000 },
    )
  })

  it('tells the time of day alone', () => {
    expect(utcClock(Date.UTC(2026, 0, 2, 10, 11, 59))).toBe('10:11Z')
  })

  it('says so where there is no time', () => {
    expect(utcMinute(Number.NaN)).toBe('no time')
  })
})
