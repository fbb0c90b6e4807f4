import { describe, expect, it } from 'vitest'
import { mergeMessages } from './merge.ts'

const text = (value: string) => ({ kind: 'text', text: value }) as const

describe('mergeMessages', () => {
  it('joins the texts of neighbours of one role by a blank line and keeps every node', () => {
    expect(
      mergeMessages([
        { role: 'user', parts: [text(' one\n')], node: 'a' },
        { role: 'user', parts: [text('two')], node: 'b' },
        { role: 'assistant', parts: [text('three')], node: 'c' },
      ]),
    ).toEqual([
      { role: 'user', parts: [text('one\n\ntwo')], nodes: ['a', 'b'] },
      { role: 'assistant', parts: [text('three')], nodes: ['c'] },
    ])
  })

  it('skips what is blank, so that the neighbours of it merge and it leaves no provenance', () => {
    expect(
      mergeMessages([
        { role: 'user', parts: [text('one')], node: 'a' },
        { role: 'assistant', parts: [text(' \n')], node: 'b' },
        { role: 'user', parts: [], node: 'c' },
        { role: 'user', parts: [text('two')], node: 'd' },
      ]),
    ).toEqual([{ role: 'user', parts: [text('one\n\ntwo')], nodes: ['a', 'd'] }])
  })

  it('leaves text with provider data, and what is not text, as parts of their own', () => {
    const own = { kind: 'text', text: ' kept ', provider: { anthropic: { citations: [] } } } as const
    const image = { kind: 'image', ref: 'blob-1' } as const
    const parts = [text('a'), own, text('b'), image, text('c'), text('d')]
    expect(mergeMessages([{ role: 'user', parts }])[0]?.parts).toEqual([
      text('a'),
      own,
      text('b'),
      image,
      text('c\n\nd'),
    ])
  })

  it('does not join text across the end of a section, and says behind which part it ends', () => {
    expect(
      mergeMessages([
        { role: 'user', parts: [text('notes')], node: 'a', edge: true },
        { role: 'user', parts: [text('question')], node: 'b' },
        { role: 'user', parts: [text(' ')], node: 'c', edge: true },
      ]),
    ).toEqual([{ role: 'user', parts: [text('notes'), text('question')], nodes: ['a', 'b'], edges: [0, 1] }])
  })

  it('takes time in proportion to the pieces', () => {
    const pieces = Array.from(
      { length: 100_000 },
      (_, at) => ({ role: 'user', parts: [text('x')], node: `n${at}` }) as const,
    )
    const started = performance.now()
    expect(mergeMessages(pieces)[0]?.nodes).toHaveLength(100_000)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
