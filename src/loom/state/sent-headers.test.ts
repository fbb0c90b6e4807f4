import { describe, expect, it } from 'vitest'
import { unchangedStart } from './sent-headers.ts'

const start = (before: string, now: string): string => [...unchangedStart([...before], [...now])].join('')

describe('which headers stay', () => {
  it('keeps all that were sent when the history only grows', () => {
    expect(start('abc', 'abcd')).toBe('abc')
    expect(start('abc', 'abc')).toBe('abc')
    expect(start('', 'ab')).toBe('')
  })

  it('keeps those ahead of a cut, and none behind it', () => {
    expect(start('abcdef', 'abef')).toBe('ab')
    expect(start('abcd', 'cde')).toBe('')
  })

  it('keeps those up to a fork, and of a path that ends earlier', () => {
    expect(start('abcd', 'abx')).toBe('ab')
    expect(start('abcd', 'ab')).toBe('ab')
  })
})
