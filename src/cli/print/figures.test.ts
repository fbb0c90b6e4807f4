import { describe, expect, it } from 'vitest'
import { ago, bar, bytes, count, counted, percent } from './figures.ts'

describe('figures', () => {
  it('puts the thousands apart', () => {
    expect([0, 999, 1000, 1234567].map(count)).toEqual(['0', '999', '1,000', '1,234,567'])
    expect([counted(1, 'node'), counted(1200, 'node')]).toEqual(['1 node', '1,200 nodes'])
  })

  it('gives bytes in the unit that reads best', () => {
    expect([0, 999, 1000, 1540, 99_940, 999_960, 3.4e9].map(bytes)).toEqual([
      '0 B',
      '999 B',
      '1 kB',
      '1.5 kB',
      '99.9 kB',
      '1 MB',
      '3.4 GB',
    ])
  })

  it('never shows something as nothing', () => {
    expect([0, 0.001, 0.5, 1].map(percent)).toEqual(['0 %', '<1 %', '50 %', '100 %'])
    expect([0, 0.001, 0.5, 1, 7].map((fraction) => bar(fraction, 4))).toEqual(['', '╸', '━━', '━━━━', '━━━━'])
    expect(bar(Number.NaN)).toBe('')
  })

  it('says how long ago something was', () => {
    const now = Date.parse('2025-06-15T12:00:00')
    const minutes = [0, 5, 180, 60 * 24 * 2, 60 * 24 * 40]
    expect(minutes.map((minute) => ago(now - minute * 60_000, now))).toEqual([
      'just now',
      '5 min ago',
      '3 h ago',
      '2 d ago',
      '2025-05-06',
    ])
    expect(ago(now + 86_400_000, now)).toBe('2025-06-16')
  })
})
