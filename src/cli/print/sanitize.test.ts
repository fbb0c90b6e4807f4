import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstLine, safeJson, sanitize, sanitizeLine } from './sanitize.ts'

/** Everything a terminal could obey. */
const unsafe = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Cs}/u

describe('sanitize', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
    ['\u009b31m', '␛[31m'],
    ['a\rb', 'a␍b'],
    ['a\r\nb', 'a\nb'],
    ['bell\u0007 null\u0000 delete\u007f', 'bell␇ null␀ delete␡'],
    ['abc\u202exyz', 'abc<U+202E>xyz'],
    ['\ud800', '\ufffd'],
    ['tab\tand\nline', 'tab\tand\nline'],
    ['日本語 🏳️‍🌈 é', '日本語 🏳️‍🌈 é'],
  ])('shows %j as it can be seen', (text, shown) => {
    expect(sanitize(text)).toBe(shown)
  })

  it('passes on nothing that a terminal obeys, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sanitize(text)).not.toMatch(unsafe)
        expect(sanitizeLine(text)).not.toMatch(/[\n\t]/)
      }),
    )
  })

  it('gives the first line that says something', () => {
    expect(firstLine('\n \r\n  here \u001b it is\u2028not this')).toBe('here ␛ it is')
    expect(firstLine(' \n ')).toBe('')
  })
})

describe('safeJson', () => {
  it('means the same value, in characters that a terminal only shows', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
        const text = safeJson(value)
        expect(text).not.toMatch(unsafe)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
