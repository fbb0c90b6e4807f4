import { describe, expect, it } from 'vitest'
import { compilePattern } from './compile-pattern.ts'

const inPath = (pattern: string): ReturnType<typeof compilePattern> =>
  compilePattern(pattern, { inPath: true, ignoreCase: false })

describe('a pattern', () => {
  it.each([
    ['a/*', 'a/b', true],
    ['a/*', 'a/b/c', false],
    ['a/**', 'a', false],
    ['a/**', 'a/b/c', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['**/b', 'b', true],
    ['x**/b', 'xb', true],
    ['x*y**/b', 'xzy/b', true],
    ['x*y**/b', 'xzy/z/b', false],
    ['a?b', 'a/b', false],
    ['a[/]b', 'a/b', false],
    ['[!b]', '\xc3\xa9', false],
    ['[!b][!b]', '\xc3\xa9', true],
    ['[]-]', '-', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(inPath(pattern)?.(text) ?? false).toBe(expected)
  })

  it.each(['a\\', 'a[', '[[:nothing:]]', '[[:alpha:'])('that matches nothing is told: %s', (pattern) => {
    expect(inPath(pattern)).toBeUndefined()
  })

  it('takes few steps, however it is made', () => {
    const folders = `${'a/'.repeat(2000)}z`
    for (const pattern of ['**/a*/'.repeat(12), '*a'.repeat(50_000), '*[a]*?'.repeat(2000), '**/'.repeat(50_000)]) {
      expect(inPath(`${pattern}x`)?.(folders)).toBe(false)
      expect(inPath(`${pattern}x`)?.('a'.repeat(4000))).toBe(false)
    }
    expect(inPath('[[:'.repeat(500_000))).toBeUndefined()
  })
})
