import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseRange, type Range, type RangeNode, type RangeWish } from './choose-range.ts'

/** A path in letters: `h` and `m` speak, `c` is a call, `r` its result. */
function pathOf(letters: string): RangeNode[] {
  return [...letters].map((letter, position) => ({
    position,
    author: letter === 'h' ? 'human' : letter === 'r' ? 'tool' : letter === 's' ? 'system' : 'model',
    openCalls: letter === 'c' ? 1 : 0,
    size: 10,
  }))
}

const choose = (letters: string, wish: Partial<RangeWish> = {}): unknown =>
  chooseRange(pathOf(letters), { keepLast: 1, compacted: [], ...wish })

describe('the range of a compaction', () => {
  it('is everything behind the first pair up to the last atoms', () => {
    expect(choose('hmmmmmmm')).toEqual({ start: 2, end: 6 })
    expect(choose('shcrmmmcr', { keepLast: 2 })).toEqual({ start: 4, end: 5 })
    expect(choose('hmm')).toBe('nothing-to-compact')
    expect(choose('')).toBe('nothing-to-compact')
  })

  it('leaves as many of the last atoms as have room, at least one', () => {
    expect(choose('hmmmmmmm', { keepLast: 9, keepSize: 50 })).toEqual({ start: 2, end: 4 })
    expect(choose('hmmmmmmcr', { keepLast: 9, keepSize: 0 })).toEqual({ start: 2, end: 6 })
  })

  it('takes whole atoms', () => {
    expect(choose('hmcrcrcrmm', { from: 3, to: 4 })).toEqual({ start: 2, end: 5 })
    expect(choose('hmcrcrcrmcr', { from: 5 })).toEqual({ start: 4, end: 8 })
    expect(choose('hmcrcrcrmm', { to: 4 })).toEqual({ start: 2, end: 5 })
  })

  it('lies on one side of the newest input, the larger unless an end is named', () => {
    expect(choose('hmmmmhmmm', { newestInput: 5 })).toEqual({ start: 2, end: 4 })
    expect(choose('hmmhmmmmm', { newestInput: 3 })).toEqual({ start: 4, end: 7 })
    expect(choose('hmmhmmmmm', { newestInput: 3, from: 1 })).toEqual({ start: 1, end: 2 })
    expect(choose('hmmmmhmmm', { newestInput: 5, to: 7 })).toEqual({ start: 6, end: 7 })
  })

  it('never holds the newest input or the last atom', () => {
    expect(choose('hmmhmmm', { newestInput: 3, from: 1, to: 5 })).toBe('holds-newest')
    expect(choose('hmmhmmm', { newestInput: 3, to: 3 })).toBe('holds-newest')
    expect(choose('hmmmcr', { from: 1, to: 4 })).toBe('holds-newest')
    expect(choose('hm', { from: 1 })).toBe('holds-newest')
  })

  it('takes in what is compacted already, and adds to it or is refused', () => {
    const compacted = [{ start: 2, end: 4 }]
    expect(choose('hmmmmmmm', { compacted })).toEqual({ start: 2, end: 6 })
    expect(choose('hmmmmmmm', { compacted, from: 3, to: 5 })).toEqual({ start: 2, end: 5 })
    expect(choose('hmmmmmmm', { compacted, from: 3, to: 4 })).toBe('already-compacted')
    expect(choose('hmmmmm', { compacted })).toBe('already-compacted')
  })

  it('parts no atom and no earlier range, and keeps its distance, whatever is asked', () => {
    const letters = fc.array(fc.constantFrom('h', 'm', 'cr', 'ccrr', 's'), { minLength: 1, maxLength: 20 })
    const place = fc.option(fc.nat(25), { nil: undefined })
    fc.assert(
      fc.property(letters, place, place, place, fc.integer({ min: 0, max: 5 }), (words, from, to, human, keepLast) => {
        const nodes = pathOf(words.join(''))
        const parts = nodes.map(({ openCalls, ...node }, at) => ({
          ...node,
          openCalls: words.join('')[at + 1] === 'r' ? 1 : openCalls,
        }))
        const inside = (at: number | undefined): at is number => at !== undefined && at < parts.length
        const range = chooseRange(parts, {
          keepLast,
          compacted: [],
          ...(inside(from) ? { from } : {}),
          ...(inside(to) ? { to } : {}),
          ...(inside(human) ? { newestInput: human } : {}),
        })
        if (typeof range === 'string') return
        const { start, end }: Range = range
        expect(start).toBeLessThanOrEqual(end)
        expect(end).toBeLessThan(parts.length - 1)
        expect(start === 0 || parts[start - 1]?.openCalls === 0).toBe(true)
        expect(parts[end]?.openCalls).toBe(0)
        if (inside(human)) expect(human < start || human > end).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
