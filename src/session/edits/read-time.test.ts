import { describe, expect, it } from 'vitest'
import { readTime } from './read-time.ts'

describe('a time that a person wrote', () => {
  it.each([
    ['1700000000000', 1_700_000_000_000],
    ['2025-03-09T14:05Z', Date.UTC(2025, 2, 9, 14, 5)],
    ['2025-03-09 14:05:07.5+01:00', Date.UTC(2025, 2, 9, 13, 5, 7, 500)],
    ['2025-03-09', new Date(2025, 2, 9).getTime()],
    ['2025-03-09T14:05', new Date(2025, 2, 9, 14, 5).getTime()],
    ['2025-13-09', undefined],
    ['draft', undefined],
    ['-5', undefined],
    ['', undefined],
  ])('%j is %s', (text, time) => {
    expect(readTime(text)).toBe(time)
  })
})
