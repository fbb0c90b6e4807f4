import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featureNames, featuresOf } from './features.ts'

/** The features that are not 0, by name. */
function counted(text: string): Record<string, number> {
  const found = featuresOf(text).map((count, at) => [featureNames[at], count] as const)
  return Object.fromEntries(found.filter(([, count]) => count > 0))
}

describe('the features of a text', () => {
  it.each([
    ['', {}],
    ['On a loom', { words: 3 }],
    ['camelCase snake_case', { words: 4, joined: 2, punctuation: 1, punctuationRuns: 1 }],
    ['HTMLParser', { words: 1, long: 2 }],
    ['unbelievable', { words: 1, long: 4 }],
    ['Zwölf Boxkämpfer', { words: 2, marked: 2, long: 2 }],
    ['1234567', { digits: 3 }],
    ['a1b2', { words: 2, joined: 1, digits: 5 }],
    ['year 2026', { words: 1, digits: 2, gaps: 1 }],
    ['=====', { punctuationRuns: 1, punctuation: 1 }],
    ['=>{', { punctuationRuns: 1, punctuation: 3 }],
    ['a\n    b\n\n\tc', { words: 3, lineEndRuns: 2, gaps: 1, blanks: 4 }],
    ['привет κόσμε', { greekAndCyrillic: 11 }],
    ['天地玄黃，宇宙。', { commonHan: 5, rareHan: 1, widePunctuation: 2 }],
    ['いろはカタカナ', { kana: 7 }],
    ['안녕', { hangul: 2 }],
    ['שלום ไทย नम', { otherScripts: 9 }],
    ['a 👍🏽 → ü', { words: 2, marked: 1, symbols: 3 }],
    ['𠀀𠀁', { rareHan: 2 }],
    ['这个 這個', { commonHan: 2, rareHan: 2, gaps: 1 }],
    ['\ud83d', { symbols: 1 }],
    ['\ude00\ud83d', { symbols: 2 }],
  ])('are what they say, in %j', (text, features) => {
    expect(counted(text)).toEqual(features)
  })

  it('know the ideographs of the first level of GB 2312 as common, and no others', () => {
    const all = Array.from({ length: 0x9fff - 0x4e00 + 1 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')
    expect(counted(all)).toEqual({ commonHan: 3755, rareHan: 0x9fff - 0x4e00 + 1 - 3755 })
    expect(counted('啊阿座')).toEqual({ commonHan: 3 })
  })

  it('are whole numbers of 0 or more, for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(featuresOf(text).every((count) => Number.isInteger(count) && count >= 0)).toBe(true)
      }),
    )
  })

  it('add up where a text is divided behind a line feed that no white space follows', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem(), fc.constantFrom(' ', '12', 'x1', '「', '  '))
    fc.assert(
      fc.property(piece, piece, (first, second) => {
        fc.pre(!/^[\s\u0085]/.test(second))
        const together = featuresOf(`${first}\n${second}`)
        const after = featuresOf(second)
        expect(together).toEqual(featuresOf(`${first}\n`).map((count, at) => count + (after[at] ?? 0)))
      }),
    )
  })

  it('never shrink when a text grows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (first, second) => {
        const before = featuresOf(first)
        expect(featuresOf(first + second).every((count, at) => count >= (before[at] ?? 0))).toBe(true)
      }),
    )
  })
})
