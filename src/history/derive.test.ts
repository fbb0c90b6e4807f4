import { describe, expect, it } from 'vitest'
import type { AuthorType, Part } from '../core/content/part.ts'
import { type Derived, derive, openAtOnce, openForNodes } from './derive.ts'

const call = (callId: string): Part => ({ kind: 'tool-call', callId, name: 'read', input: {} })
const result = (callId: string): Part => ({ kind: 'tool-result', callId, content: [] })
const text = (words: string): Part => ({ kind: 'text', text: words })

/** Derives a chain; the node at a place has that number as its id. */
function chain(...nodes: readonly (readonly [AuthorType, ...Part[]])[]): Derived<number>[] {
  const derived: Derived<number>[] = []
  for (const [id, [author, ...parts]] of nodes.entries())
    derived.push(derive(id, { author, parts }, derived.at(-1) ?? null))
  return derived
}

describe('derive', () => {
  it('counts depth and follows the newest thing a person said', () => {
    const derived = chain(['system', text('s')], ['human', text('a')], ['model', text('b')], ['human', text(' ')])
    expect(derived.map(({ depth }) => depth)).toEqual([0, 1, 2, 3])
    expect(derived.map(({ newestHuman }) => newestHuman)).toEqual([null, 1, 1, 1])
    expect(derived.map(({ empty }) => empty)).toEqual([false, false, false, true])
  })

  it('joins a result to the atom of its call, past what stands between', () => {
    const derived = chain(['human', text('q')], ['model', call('a')], ['human', text('wait')], ['tool', result('a')])
    expect(derived.map(({ atom }) => atom)).toEqual([null, 1, null, 1])
    expect(derived.map(({ open }) => open.length)).toEqual([0, 1, 1, 0])
  })

  it('makes one atom of calls that are written as several nodes', () => {
    const derived = chain(
      ['human', text('q')],
      ['model', call('a')],
      ['model', text('and')],
      ['model', call('b')],
      ['tool', result('b')],
      ['tool', result('a')],
      ['model', call('c')],
      ['tool', result('c')],
    )
    expect(derived.map(({ atom }) => atom)).toEqual([null, 1, null, 1, 1, 1, 6, 6])
  })

  it('starts a new atom behind a result, even while an older call is open', () => {
    const derived = chain(
      ['model', call('a'), call('b')],
      ['tool', result('a')],
      ['model', call('c')],
      ['tool', result('b')],
    )
    expect(derived.map(({ atom }) => atom)).toEqual([0, 0, 2, 0])
  })

  it('starts a new atom behind a person, whatever the model left open before', () => {
    const derived = chain(['model', call('a')], ['human', text('stop')], ['model', text('ok')], ['model', call('b')])
    expect(derived.map(({ atom }) => atom)).toEqual([0, null, null, 3])
  })

  it('gives results of several atoms to the oldest, so that everything between stands together', () => {
    const derived = chain(
      ['model', call('a')],
      ['human', text('?')],
      ['model', call('b')],
      ['tool', result('b'), result('a')],
    )
    expect(derived[3]).toMatchObject({ atom: 0, unmatched: false, open: [] })
  })

  it('keeps a node that answers and calls again with what it answers', () => {
    const derived = chain(['model', call('a')], ['model', result('a'), call('b')], ['tool', result('b')])
    expect(derived.map(({ atom }) => atom)).toEqual([0, 0, 0])
  })

  it('takes a call that is answered in its own node as settled', () => {
    const derived = chain(['model', call('a'), result('a'), text('done')], ['model', call('b')], ['tool', result('a')])
    expect(derived[0]).toMatchObject({ atom: 0, unmatched: false, open: [], run: null })
    expect(derived[1]?.atom).toBe(1)
    expect(derived[2]).toMatchObject({ atom: null, unmatched: true })
  })

  it('calls a result unmatched that answers nothing, or answers twice', () => {
    const derived = chain(['tool', result('x')], ['model', call('a')], ['tool', result('a')], ['tool', result('a')])
    expect(derived.map(({ unmatched }) => unmatched)).toEqual([true, false, false, true])
  })

  it('lets the newer of two calls with one id stand', () => {
    const derived = chain(['model', call('a')], ['human', text('again')], ['model', call('a')], ['tool', result('a')])
    expect(derived[3]?.atom).toBe(2)
    expect(derived[2]?.open).toHaveLength(1)
  })

  it('gives up a call after a while, counted from the last node of its atom', () => {
    const waiting = (nodes: number): [AuthorType, Part][] => Array.from({ length: nodes }, () => ['human', text('x')])
    const just = chain(['model', call('a')], ...waiting(openForNodes - 1), ['tool', result('a')])
    expect(just.at(-1)?.atom).toBe(0)
    const late = chain(['model', call('a')], ...waiting(openForNodes), ['tool', result('a')])
    expect(late.at(-1)).toMatchObject({ atom: null, unmatched: true, open: [] })
    const ids = Array.from({ length: openAtOnce }, (_, at) => `call ${at}`)
    const many = chain(['model', ...ids.map(call)], ...ids.map((id): [AuthorType, Part] => ['tool', result(id)]))
    expect(many.every(({ atom, unmatched }) => atom === 0 && !unmatched)).toBe(true)
  })

  it('never has more than so many calls open', () => {
    const ids = Array.from({ length: openAtOnce + 5 }, (_, at) => `call ${at}`)
    const derived = chain(['model', ...ids.map(call)])
    expect(derived[0]?.open).toHaveLength(openAtOnce)
    expect(derived[0]?.open[0]?.callId).toBe('call 5')
  })
})
