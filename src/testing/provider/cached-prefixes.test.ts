import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { automaticPrefixes, markedPrefixes, type PrefixCache } from './cached-prefixes.ts'
import type { Prompt, Segment } from './prompt.ts'

const count = (text: string): number => text.length

function said(letter: string, size: number, cache?: Segment['cache']): Segment {
  const segment: Segment = { role: 'user', opens: false, kind: 'text', mark: '', text: letter.repeat(size) }
  return cache === undefined ? segment : { ...segment, cache }
}

function prompt(...segments: readonly Segment[]): Prompt {
  return { segments, tools: [] }
}

function asked(cache: PrefixCache, ...segments: readonly Segment[]): readonly [read: number, written: number] {
  const { read, written } = cache.look(prompt(...segments))
  cache.keep(prompt(...segments))
  return [read, written['5m'] + written['1h']]
}

describe('markedPrefixes', () => {
  it('writes up to the last breakpoint, reads it again, and leaves the rest uncached', () => {
    const cache = markedPrefixes(count)
    expect(asked(cache, said('a', 2000, '5m'), said('b', 50))).toEqual([0, 2000])
    expect(asked(cache, said('a', 2000, '5m'), said('c', 50))).toEqual([2000, 0])
  })

  it('reads what the last request wrote where the breakpoint moved on, and writes the difference', () => {
    const cache = markedPrefixes(count)
    asked(cache, said('a', 2000), said('b', 50, '5m'))
    expect(asked(cache, said('a', 2000), said('b', 50), said('c', 30), said('d', 20, '5m'))).toEqual([2050, 50])
  })

  it('does not find what was written more than 20 blocks before the breakpoint', () => {
    const between = (blocks: number): readonly Segment[] => Array.from({ length: blocks }, () => said('b', 1))
    const near = markedPrefixes(count)
    asked(near, said('a', 2000, '5m'))
    expect(asked(near, said('a', 2000), ...between(18), said('c', 1, '5m'))[0]).toBe(2000)
    const far = markedPrefixes(count)
    asked(far, said('a', 2000, '5m'))
    expect(asked(far, said('a', 2000), ...between(19), said('c', 1, '5m'))[0]).toBe(0)
  })

  it('caches no prefix under 1024 tokens, and none without a breakpoint', () => {
    const cache = markedPrefixes(count)
    expect(asked(cache, said('a', 1023, '5m'))).toEqual([0, 0])
    expect(asked(cache, said('a', 1023, '5m'))).toEqual([0, 0])
    expect(asked(cache, said('b', 5000))).toEqual([0, 0])
    expect(asked(cache, said('b', 5000))).toEqual([0, 0])
  })

  it('reads nothing behind the first change', () => {
    const cache = markedPrefixes(count)
    asked(cache, said('a', 2000, '5m'), said('b', 2000, '5m'))
    expect(asked(cache, said('x', 2000, '5m'), said('b', 2000, '5m'))).toEqual([0, 4000])
  })

  it('counts what is written by how long it is kept', () => {
    const segments = [said('a', 2000, '1h'), said('b', 300, '5m'), said('c', 7)]
    expect(markedPrefixes(count).look(prompt(...segments)).written).toEqual({ '1h': 2000, '5m': 300 })
  })
})

describe('automaticPrefixes', () => {
  it('reads the longest common beginning in steps of 128, also where a text grew', () => {
    const cache = automaticPrefixes(count)
    expect(asked(cache, said('a', 1000), said('b', 300))).toEqual([0, 0])
    expect(asked(cache, said('a', 1000), said('b', 400))).toEqual([1280, 0])
    expect(asked(cache, said('a', 1000), said('c', 300))).toEqual([0, 0])
  })

  it('reads from any earlier request, not only from the last', () => {
    const cache = automaticPrefixes(count)
    asked(cache, said('a', 2048))
    asked(cache, said('b', 2048))
    expect(asked(cache, said('a', 2048), said('c', 5))).toEqual([2048, 0])
  })

  it('tells the same words of another role apart', () => {
    const cache = automaticPrefixes(count)
    asked(cache, said('a', 2048))
    expect(asked(cache, { ...said('a', 2048), role: 'assistant' })).toEqual([0, 0])
  })
})

describe('every cache', () => {
  const segment = record({ letter: constantFrom('a', 'b'), size: constantFrom(1, 700, 1500), marked: boolean() })
  const prompts = array(array(segment, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })

  it('never reads and writes more than there is, and reads nothing at first', () => {
    assert(
      property(prompts, integer({ min: 0, max: 1 }), (made, which) => {
        const cache = which === 0 ? markedPrefixes(count) : automaticPrefixes(count)
        for (const [at, segments] of made.entries()) {
          const asks = prompt(
            ...segments.map(({ letter, size, marked }) => said(letter, size, marked ? '5m' : undefined)),
          )
          const { total, read, written } = cache.look(asks)
          expect(total).toBe(segments.reduce((sum, { size }) => sum + size, 0))
          expect(read + written['5m']).toBeLessThanOrEqual(total)
          if (at === 0) expect(read).toBe(0)
          cache.keep(asks)
          const again = cache.look(asks)
          expect(again.written).toEqual({ '5m': 0, '1h': 0 })
          expect(again.read).toBeGreaterThanOrEqual(read)
        }
      }),
    )
  })
})
