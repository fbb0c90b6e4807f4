import { describe, expect, it } from 'vitest'
import { largestOmission, markerText } from './marker.ts'

describe('markerText', () => {
  it('says on one line how much is missing', () => {
    expect(markerText({ omitted: 12, omittedSize: 3456 })).toMatch(/^\[[^\n]*\b12\b[^\n]*\b3456\b[^\n]*\]$/)
  })

  it('is never longer than for the largest omission', () => {
    const longest = markerText(largestOmission).length
    for (const value of [0, 1, 999, 1e9, 1e12, 1e21, Number.MAX_VALUE]) {
      expect(markerText({ omitted: value, omittedSize: value }).length).toBeLessThanOrEqual(longest)
    }
  })
})
