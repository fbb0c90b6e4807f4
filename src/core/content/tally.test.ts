import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { calibrated } from '../../tokenizers/calibrated.ts'
import { loadMeasure } from '../../tokenizers/load-measure.ts'
import { characters, estimate, type Measure } from './measure.ts'
import { grow, sizeOf, startTally, tallyEnd } from './tally.ts'

/** Says nothing of parts, and a longer text may be smaller. */
const byLines: Measure = { id: 'lines', count: (text) => text.split('\n').filter((line) => line !== '').length }

const measures: Measure[] = [characters, estimate, calibrated(1.3), byLines]

beforeAll(async () => {
  measures.push(await loadMeasure('o200k_base'), await loadMeasure('cl100k_base'))
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.lorem({ maxCount: 4 }),
  fc.constantFrom('\n', '\n\n', '\r\n', ' ', '   ', '\t', '/', '//', '\n/', '\n ', '.\n', '...\n\n', "'s", "\n'LL"),
  fc.constantFrom('\u0085', '\u2028', '\u00a0', '\ufeff', '\u3000', '\ud83d', '\ude00', '😀', '\u0301', '\u200d'),
  fc.constantFrom('<|endoftext|>', '<|', '|>', '123', '12345', '漢字', '    return x\n', '}\n', '/**\n * @x\n */\n'),
)
const text = fc.array(nasty, { maxLength: 8 }).map((pieces) => pieces.join(''))

describe('a tally', () => {
  it('has the size of the whole text at every step, whatever comes behind it', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), text, (pieces, last) => {
        for (const measure of measures) {
          let tally = startTally(measure)
          let whole = ''
          for (const piece of pieces) {
            tally = grow(tally, piece)
            whole += piece
            expect(sizeOf(tally)).toBe(measure.count(whole))
            expect(sizeOf(tally, tallyEnd(measure, last))).toBe(measure.count(whole + last))
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  it('keeps no more open than the end that may still change', () => {
    const tally = grow(grow(startTally({ ...byLines, byParts: 'lines' }), 'one\ntwo\n'), 'three\n  four\n\n')
    expect(tally.open).toBe('three\n  four\n\n')
    expect(grow(startTally(characters), 'a😀').open).toBe('')
  })
})

describe('the tokens of a text divided behind a line feed that neither white space nor a slash follows', () => {
  it('add up', () => {
    const start = fc.string({ unit: 'binary', minLength: 1 }).filter((each) => !/^[\s\u0085/]/.test(each))
    fc.assert(
      fc.property(text, start, text, (head, first, rest) => {
        const [before, after] = [`${head}\n`, first + rest]
        for (const measure of measures.filter(({ byParts }) => byParts === 'lines'))
          expect(measure.count(before) + measure.count(after)).toBe(measure.count(before + after))
      }),
      { numRuns: 2000 },
    )
  })

  it('need not add up elsewhere', () => {
    const o200k = measures.find(({ id }) => id === 'o200k_base') ?? characters
    expect(o200k.count('.\n') + o200k.count('/')).not.toBe(o200k.count('.\n/'))
    expect(o200k.count('a\n') + o200k.count('\n b')).not.toBe(o200k.count('a\n\n b'))
  })
})
