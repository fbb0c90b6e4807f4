import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters, codePoints, estimate } from './measure.ts'

describe('codePoints', () => {
  it('counts as iterating does, half surrogate pairs included', () => {
    const unit = fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00', '\u200d')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(codePoints(text)).toBe([...text].length)
      }),
    )
  })
})

describe('the measures without a tokenizer', () => {
  it('count characters as code points', () => {
    expect([characters.id, characters.count(''), characters.count('aé😀')]).toEqual(['characters', 0, 3])
  })

  it('estimate a quarter of them, rounded up', () => {
    expect(estimate.id).toBe('estimate')
    expect(['', 'a', 'abcd', 'abcde', '😀😀😀😀'].map((text) => estimate.count(text))).toEqual([0, 1, 1, 2, 1])
  })
})
