import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoints } from '../../core/content/measure.ts'
import { isProse, shortened } from './prose.ts'

describe('isProse', () => {
  it.each([
    ['All checks pass now.', true],
    ['`plan.ts` is the file we want.', true],
    ['下一步是测试。', true],
    ['Done.', false],
    ['I changed the following:', false],
    ['**What we changed:**', false],
    ['at Object.run (/srv/app/index.js:10:3)', false],
    ['{"a": 1, "b": [2, 3], "c": 4}', false],
  ])('of %j is %s', (sentence, prose) => {
    expect(isProse(sentence)).toBe(prose)
  })
})

describe('shortened', () => {
  it('cuts behind a word', () => {
    expect(shortened('one two three', 9)).toBe('one two …')
    expect(shortened('one two', 7)).toBe('one two')
  })

  it('cuts no character in half', () => {
    expect(shortened('aaa👍🏽bbb', 4)).toBe('aaa …')
    expect(shortened('👩‍💻👩‍💻', 2)).toBe('👩 …')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 10 }), (text, most) => {
        const short = shortened(text, most)
        expect(codePoints(short)).toBeLessThanOrEqual(most + 2)
        expect(short === text || text.startsWith(short.slice(0, -2))).toBe(true)
      }),
    )
  })
})
