import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepEnds } from './output.ts'

const keep = (each: number, chunks: readonly Buffer[]): ReturnType<ReturnType<typeof keepEnds>['output']> => {
  const keeper = keepEnds(each)
  for (const chunk of chunks) keeper.add(chunk)
  return keeper.output()
}

describe('the ends of an output', () => {
  it('are all of it up to twice their size, however it comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (text, size) => {
        const bytes = Buffer.from(text)
        fc.pre(bytes.toString() === text)
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        )
        expect(keep(Math.ceil(bytes.length / 2), chunks)).toEqual({ head: text, tail: '', dropped: 0 })
      }),
    )
  })

  it('are the first and the last characters that fit, and how many bytes are missing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '€', '😀'), { minLength: 30, maxLength: 300 }),
        fc.integer({ min: 4, max: 14 }),
        fc.integer({ min: 1, max: 90 }),
        (points, each, size) => {
          const bytes = Buffer.from(points.join(''))
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          )
          const { head, tail, dropped } = keep(each, chunks)
          fc.pre(dropped > 0)
          expect(dropped).toBe(bytes.length - 2 * each)
          expect(points.join('').startsWith(head)).toBe(true)
          expect(points.join('').endsWith(tail)).toBe(true)
          for (const end of [head, tail]) {
            expect(Buffer.byteLength(end)).toBeLessThanOrEqual(each)
            expect(Buffer.byteLength(end)).toBeGreaterThan(each - 4)
          }
        },
      ),
    )
  })
})
