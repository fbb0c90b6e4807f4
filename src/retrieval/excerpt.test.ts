import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExcerptRange, excerptOf } from './excerpt.ts'
import type { Piece } from './file-scorer.ts'

/** Characters, and ten for the mark of each range. */
const size = (ranges: readonly ExcerptRange[]): number => ranges.reduce((sum, { text }) => sum + text.length + 10, 0)
const numbered = (lines: number): string => Array.from({ length: lines }, (_, at) => `line ${at + 1}\n`).join('')

describe('excerptOf', () => {
  it('has the best pieces that fit, in order of lines', () => {
    const pieces: Piece[] = [
      [50, 51, 1],
      [10, 11, 3],
      [90, 91, 2],
    ]
    expect(excerptOf(numbered(100), pieces, 55, size)).toEqual([
      { from: 10, to: 11, text: 'line 10\nline 11' },
      { from: 90, to: 91, text: 'line 90\nline 91' },
    ])
  })

  it('passes over what does not fit for a worse piece that does', () => {
    const pieces: Piece[] = [
      [1, 50, 3],
      [60, 61, 2],
    ]
    expect(excerptOf(numbered(100), pieces, 40, size)).toEqual([{ from: 60, to: 61, text: 'line 60\nline 61' }])
  })

  it('joins pieces that overlap or touch', () => {
    const pieces: Piece[] = [
      [3, 4, 1],
      [1, 2, 1],
      [4, 5, 1],
    ]
    const ranges = excerptOf(numbered(9), pieces, 1000, size)
    expect(ranges.map(({ from, to }) => [from, to])).toEqual([[1, 5]])
  })

  it('has as many first lines of the best piece as fit where no piece does', () => {
    expect(excerptOf(numbered(9), [[2, 9, 1]], 26, size)).toEqual([{ from: 2, to: 3, text: 'line 2\nline 3' }])
  })

  it('is empty where no line fits, and where there is no piece', () => {
    expect(excerptOf(numbered(9), [[1, 9, 1]], 12, size)).toEqual([])
    expect(excerptOf(numbered(9), [], 100, size)).toEqual([])
    expect(excerptOf('x'.repeat(80_000), [[1, 40, 1]], 1000, size)).toEqual([])
  })

  it('is within the text, also where pieces are not', () => {
    expect(excerptOf('one\ntwo', [[0, 40, 1]], 100, size)).toEqual([{ from: 1, to: 2, text: 'one\ntwo' }])
    expect(excerptOf('one\n', [[5, 9, 1]], 100, size)).toEqual([])
  })

  it('is never over, has whole lines only, and leaves a line between ranges, also where sizes do not add up', () => {
    const line = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\n', ' '))
    const piece = fc
      .tuple(fc.integer({ min: -3, max: 40 }), fc.nat(12), fc.double({ noNaN: true }))
      .map(([from, more, score]): Piece => [from, from + more, score])
    const penalty = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(fc.array(line), fc.array(piece), fc.nat(200), penalty, (lines, pieces, room, extra) => {
        const uneven = (ranges: readonly ExcerptRange[]): number => size(ranges) + extra * ranges.length ** 2
        const ranges = excerptOf(lines.join('\n'), pieces, room, uneven)
        expect(ranges.length === 0 || uneven(ranges) <= room).toBe(true)
        for (const [at, { from, to, text }] of ranges.entries()) {
          expect(text).toBe(lines.slice(from - 1, to).join('\n'))
          expect(from).toBeGreaterThan((ranges[at - 1]?.to ?? -1) + 1)
        }
        expect(excerptOf(lines.join('\n'), pieces.toReversed(), room, uneven)).toEqual(ranges)
      }),
    )
  })
})
