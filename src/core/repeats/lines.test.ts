import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gapLine, lastLine, linesOf } from './lines.ts'

const shown = (text: string, from: number, to: number): string[] | undefined =>
  linesOf(text, { from, to })?.lines.map((line) => `${line.number}:${line.text}`)

describe('linesOf', () => {
  it.each([
    ['plain lines', 'a\nb\n'],
    ['no end of the last line', 'a\nb'],
    ['ends with carriage returns', 'a\r\nb\r\n'],
    ['numbers and an arrow', '    10→a\n    11→b'],
    ['numbers and a tab', 'Here it is:\n10\ta\n11\tb\n\n<NOTE>x</NOTE>\n'],
    ['numbers and a bar', '10 | a\n11 | b'],
    ['numbers and a colon', '[File: x]\n(9 more lines above)\n10:a\n11:b\n(Open file: x)\n'],
    ['a remark at the end', 'a\nb\n\n[9 more lines in file. Use offset=12 to continue]'],
    ['a remark at the beginning', '[lines 10-11 of x; the rest is shown again in n5]\na\nb\n'],
    ['remarks at both ends', '[x]\na\nb\n[y]'],
  ])('reads %s', (_what, text) => {
    expect(shown(text, 10, 11)).toEqual(['10:a', '11:b'])
  })

  it('takes an empty last line for one where the range says so', () => {
    expect(shown('a\n', 10, 11)).toEqual(['10:a', '11:'])
    expect(shown('', 10, 10)).toEqual(['10:'])
  })

  it('takes brackets for lines of the file where the range says so', () => {
    expect(shown('[a]\nb\n[c]', 1, 3)).toEqual(['1:[a]', '2:b', '3:[c]'])
  })

  it('takes numbers for text where they are not those of the range', () => {
    expect(shown('1\ta\n2\tb', 10, 11)).toEqual(['10:1\ta', '11:2\tb'])
  })

  it('keeps the numbers of an excerpt', () => {
    expect(shown('10→a\n12→b\n', 10, 12)).toEqual(['10:a', '12:b'])
  })

  it('finds the runs of an excerpt', () => {
    expect(shown(`[x]\na\n${gapLine(14)}b\nc\n\n[more]`, 10, 15)).toEqual(['10:a', '14:b', '15:c'])
  })

  it('is undefined where the range lies', () => {
    expect(linesOf('a\nb\nc\n', { from: 10, to: 19 })).toBeUndefined()
    expect(linesOf('a\nb\nc\n', { from: 10, to: 11 })).toBeUndefined()
    expect(linesOf('10→a\n11→b\n', { from: 10, to: 19 })).toBeUndefined()
  })

  it('loses nothing: what stands before, the lines and what stands behind are the text', () => {
    const piece = fc.constantFrom('a', '[b]', '\n', '\r\n', '3→', '4→', ' ', '5: ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.nat({ max: 8 }), (pieces, count) => {
        const text = pieces.join('')
        const parsed = linesOf(text, { from: 3, to: 3 + count })
        if (!parsed) return
        let end = parsed.lines[0].start
        for (const line of parsed.lines) {
          expect(line.start).toBe(end)
          expect(text.slice(line.start, line.end)).toContain(line.text)
          end = line.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
        expect(parsed.lines.at(-1)?.number).toBe(3 + count)
      }),
    )
  })
})

describe('lastLine', () => {
  it.each([
    ['a\nb\n', 2],
    ['a\nb', 2],
    ['1→a\n2→b\n3→c\n\n[more]', 3],
    ['', 0],
  ])('of %j is %d', (text, last) => {
    expect(lastLine(text)).toBe(last)
  })
})
