import { describe, expect, it } from 'vitest'
import type { Kept, Marker } from '../decision.ts'
import type { CachePrices, Predecessor } from './predecessor.ts'
import { type Prefix, prefixOf } from './prefix.ts'

const kept = (id: string, more: Partial<Kept> = {}): Kept => ({
  kind: 'kept',
  id,
  section: 'history',
  form: 'full',
  size: 10,
  content: `says ${id}`,
  reason: { kind: 'fits' },
  ...more,
})
const marker = (omitted: number): Marker => ({ kind: 'marker', omitted, omittedSize: 99, size: 5 })
const prices: CachePrices = { minimum: 20, read: 0.1, write: 1.25 }
const predecessor = (entries: Predecessor['kept'], more: Partial<Predecessor> = {}): Predecessor => ({
  plan: 'before',
  kept: entries,
  cold: false,
  prices: null,
  ...more,
})
const shared = (before: Predecessor['kept'], now: Predecessor['kept']): Pick<Prefix, 'shared' | 'broken'> => {
  const { broken, shared: size } = prefixOf(predecessor(before), now, 'none')
  return { shared: size, broken }
}

describe('the prefix', () => {
  it('is all that was sent where only something is added', () => {
    const before = [kept('a'), marker(3), kept('b')]
    expect(shared(before, [...before, kept('c')])).toEqual({ shared: 25, broken: null })
  })

  it('ends at the first that differs in content, size or author, is gone, or is new', () => {
    const before = [kept('a'), kept('b'), kept('c')]
    const changed: Kept[] = [kept('b', { content: 'other' }), kept('b', { size: 9 }), kept('b', { author: 'human' })]
    for (const b of [...changed, kept('c'), kept('new')])
      expect(shared(before, [kept('a'), b, kept('c')])).toEqual({
        shared: 10,
        broken: { item: 'b', because: 'changed' },
      })
  })

  it('goes on over what is the same under another id or for another reason, as a question that was said', () => {
    const before = [kept('a'), kept('question', { section: 'input', content: 'ask', reason: { kind: 'newest-input' } })]
    expect(shared(before, [kept('a'), kept('node', { content: 'ask' })])).toEqual({ shared: 20, broken: null })
  })

  it('ends at a marker that says another number', () => {
    const before = [kept('a'), marker(3), kept('b')]
    expect(shared(before, [kept('a'), marker(4), kept('b')])).toEqual({
      shared: 10,
      broken: { item: null, because: 'changed' },
    })
  })

  it('says that the moment broke it, where there was one', () => {
    expect(prefixOf(predecessor([kept('a')]), [kept('b')], 'pressure').broken?.because).toBe('pressure')
  })
})

describe('the cost', () => {
  const costOf = (count: number, more: Partial<Predecessor> = {}): number | null => {
    const before = Array.from({ length: count }, (_, at) => kept(`${at}`))
    return prefixOf(predecessor(before, { prices, ...more }), [...before, kept('new')], 'none').cost
  }

  it('is that of reading what is shared and of writing the rest', () => {
    expect(costOf(9)).toBe(Math.round(0.1 * 90 + 1.25 * 10))
  })

  it('is that of writing everything where the cache is cold, or too little is shared for it', () => {
    expect(costOf(9, { cold: true })).toBe(125)
    expect(costOf(1)).toBe(25)
  })

  it('is that of plain input where the whole is too small to be cached, and unknown without prices', () => {
    expect(costOf(0)).toBe(10)
    expect(costOf(9, { prices: null })).toBeNull()
  })
})
