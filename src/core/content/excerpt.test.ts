import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalCap, headAndTail, shortenableSizes, shortenParts } from './excerpt.ts'
import { characters, estimate } from './measure.ts'
import type { Part } from './part.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '😀', '👩‍🚀'), maxLength: 300 })
const loneSurrogate = /\p{Surrogate}/u

describe('headAndTail', () => {
  it('is never over its size, and leaves a text that fits as it is', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 320 }), fc.constantFrom(characters, estimate), (whole, size, measure) => {
        const short = headAndTail(whole, size, measure)
        expect(measure.count(short)).toBeLessThanOrEqual(size)
        if (measure.count(whole) <= size) expect(short).toBe(whole)
        expect(short).not.toMatch(loneSurrogate)
      }),
    )
  })

  it('keeps head and tail and says exactly how much is missing', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 320 }), (whole, size) => {
        const short = headAndTail(whole, size, characters)
        if (short === whole || short === '') return
        const [, head = '', omitted = '', tail = ''] =
          short.match(/^(.*)\n\[… (\d+) characters left out …\]\n(.*)$/su) ?? []
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true)
        expect([...head].length + Number(omitted) + [...tail].length).toBe([...whole].length)
        expect([...head].length - [...tail].length).toBeOneOf([0, 1])
      }),
    )
  })

  it('uses the room it has', () => {
    const short = headAndTail('x'.repeat(1000), 100, characters)
    expect(short.length).toBe(100)
    expect(short).toMatch(/^x+\n\[… \d+ characters left out …\]\nx+$/)
  })

  it('is empty where not even the line that says so fits', () => {
    expect(headAndTail('x'.repeat(1000), 20, characters)).toBe('')
    expect(headAndTail('x', 0, characters)).toBe('')
  })
})

describe('equalCap', () => {
  it('gives all they need where there is room, and else an equal share of what the small ones leave', () => {
    expect(equalCap([10, 20, 30], 60)).toBe(Number.POSITIVE_INFINITY)
    expect(equalCap([10, 20, 30], 50)).toBe(20)
    expect(equalCap([10, 20, 30], 45)).toBe(17)
    expect(equalCap([10, 20, 30], 0)).toBe(0)
    expect(equalCap([10, 20, 30], -5)).toBe(0)
    expect(equalCap([], 5)).toBe(Number.POSITIVE_INFINITY)
  })

  it('is the largest cap under which everything fits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 8 }),
        fc.nat({ max: 900 }),
        (sizes, room) => {
          const capped = (cap: number): number => sizes.reduce((sum, size) => sum + Math.min(size, cap), 0)
          const cap = equalCap(sizes, room)
          expect(capped(cap)).toBeLessThanOrEqual(room)
          if (Number.isFinite(cap)) expect(capped(cap + 1)).toBeGreaterThan(room)
        },
      ),
    )
  })
})

describe('what may be shortened', () => {
  const long = 'y'.repeat(200)
  const said: Part = { kind: 'text', text: long }
  const file: Part = { kind: 'file', path: 'a', way: 'mention', text: long }
  const image = { kind: 'image', ref: 'x' } as const
  const result: Part = { kind: 'tool-result', callId: '1', content: [{ kind: 'text', text: long }, image, file] }
  const call: Part = { kind: 'tool-call', callId: '1', name: 'read', input: { long } }

  it('is what tools gave back and what came from files, not what anybody wrote', () => {
    expect(shortenableSizes([said, file, call, result], characters)).toEqual([200, 200, 200])
  })

  it('is cut to the cap, each for itself; everything else stays as it is', () => {
    const parts = [said, file, call, result]
    const shorter = shortenParts(parts, 60, characters)
    expect([shorter[0], shorter[2]]).toEqual([said, call])
    expect(shortenableSizes(shorter, characters)).toEqual([60, 60, 60])
    expect(shorter[3]).toMatchObject({ callId: '1', content: [{ kind: 'text' }, image, { path: 'a', way: 'mention' }] })
    expect(parts[1]).toEqual({ ...file, text: long })
    expect(shortenParts(parts, 200, characters)).toEqual(parts)
  })
})
