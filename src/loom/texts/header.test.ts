import { describe, expect, it } from 'vitest'
import type { Part } from '../../core/content/part.ts'
import { headerLine, type NodeHeader, withHeader } from './header.ts'

const node: NodeHeader = {
  shortId: 'k3x9',
  author: 'model',
  createdAt: Date.UTC(2026, 0, 2, 10, 11),
  continuations: 0,
  annotations: 0,
  links: 0,
  bookmark: null,
}
const text = (of: string): Part => ({ kind: 'text', text: of })
const call: Part = { kind: 'tool-call', callId: 'c', name: 'read', input: {} }
const thought: Part = { kind: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } }

describe('the header of a node', () => {
  it('leaves out what there is none of', () => {
    expect(headerLine(node)).toBe('[k3x9 model 2026-01-02 10:11Z]')
  })

  it('counts what hangs on the node, and names its bookmark', () => {
    const busy = { ...node, continuations: 2, annotations: 1, links: 3, bookmark: 'start' }
    expect(headerLine(busy)).toBe(
      '[k3x9 model 2026-01-02 10:11Z · 2 continuations · 1 annotation · 3 links · bookmark "start"]',
    )
    expect(headerLine({ ...node, bookmark: '' })).toBe('[k3x9 model 2026-01-02 10:11Z · bookmark]')
  })

  it('stays one short line whatever a bookmark is called', () => {
    const line = headerLine({ ...node, bookmark: `a"]\n\u001b[31m${'long '.repeat(50)}` })
    expect(line).not.toMatch(/\p{Cc}/u)
    expect(line.split('"')).toHaveLength(3)
    expect([...line].length).toBeLessThan(90)
  })
})

describe('a node under its header', () => {
  it('has the header ahead of everything', () => {
    expect(withHeader([text('hello'), call], '[h]')).toEqual([text('[h]'), text('hello'), call])
  })

  it('has it inside the first result, so that nothing comes between a call and its results', () => {
    const result: Part = { kind: 'tool-result', callId: 'c', content: [{ kind: 'text', text: 'found' }] }
    const second: Part = { ...result, callId: 'd' }
    expect(withHeader([result, second], '[h]')).toEqual([
      { ...result, content: [text('[h]'), { kind: 'text', text: 'found' }] },
      second,
    ])
  })

  it('has it behind what the model thought, ahead of what it said', () => {
    expect(withHeader([thought, text('so'), call], '[h]')).toEqual([thought, text('[h]'), text('so'), call])
  })

  it('goes without where a thought leads straight to a call, or to text that a provider keeps track of', () => {
    expect(withHeader([thought, call], '[h]')).toEqual([thought, call])
    const kept: Part = { kind: 'text', text: 'so', provider: { openai: { id: 'msg' } } }
    expect(withHeader([thought, kept], '[h]')).toEqual([thought, kept])
  })
})
