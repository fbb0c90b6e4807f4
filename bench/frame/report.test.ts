import { describe, expect, it } from 'vitest'
import { printed } from './print.ts'
import { atLeast, atMost, machine, moreThan, rounded } from './report.ts'

describe('checks', () => {
  it('compare what was measured, not what is shown', () => {
    expect(atMost('time', 10.00001, 10)).toEqual({ name: 'time', value: 10, target: '≤ 10', pass: false })
    expect(atLeast('speed', 100, 100)).toEqual({ name: 'speed', value: 100, target: '≥ 100', pass: true })
    expect(moreThan('ratio', 1, 1).pass).toBe(false)
  })

  it('fail where nothing could be measured', () => {
    expect(atMost('time', Number.NaN, 10).pass).toBe(false)
  })
})

describe('rounded', () => {
  it('keeps four digits, and all of a whole part', () => {
    expect([rounded(0.012345), rounded(12.3456), rounded(123456.7)]).toEqual([0.01235, 12.35, 123457])
  })
})

describe('printed', () => {
  it('aligns numbers to the right and leaves out columns that say nothing', () => {
    const rows = [
      { what: 'one', medianMs: 12_345, note: '' },
      { what: 'other', medianMs: 0.5, note: '' },
    ]
    const lines = printed({ name: 'plan', machine: machine(), rows, checks: [atMost('time', 11, 10)] }).split('\n')
    expect(lines.slice(2, 5)).toEqual(['what   median ms', 'one       12,345', 'other      0.500'])
    expect(lines[7]).toMatch(/^time +11 +≤ 10 +missed$/)
  })
})
