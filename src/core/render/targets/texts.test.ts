import { describe, expect, it } from 'vitest'
import type { Kept, Marker } from '../../decision.ts'
import { markerText } from '../marker.ts'
import { render, renderTargets } from '../render.ts'
import { toBufferText } from './buffer.ts'
import { fenced, toMarkdown } from './markdown.ts'
import { toPlainMessages } from './plain.ts'

const text = (value: string) => ({ kind: 'text', text: value }) as const
const kept = (id: string, section: Kept['section'] = 'history'): Kept => ({
  kind: 'kept',
  id,
  section,
  form: 'full',
  size: 1,
  content: id,
  reason: { kind: 'fits' },
})
const marker: Marker = { kind: 'marker', omitted: 2, omittedSize: 9, size: 1 }
const contents = new Map([
  ['a', [text('  It was \n')]],
  ['b', [text('a dark night '), { kind: 'image', ref: 'blob' } as const]],
  ['s', [text(' You are a poet. ')]],
])

describe('toBufferText', () => {
  it('joins contents with nothing between, untrimmed, the marker in the text', () => {
    expect(toBufferText({ kept: [kept('s', 'system'), kept('a'), marker, kept('b', 'input')] }, contents)).toEqual({
      system: 'You are a poet.',
      text: `  It was \n${markerText(marker)}a dark night [image content]`,
      nodes: ['a', 'b'],
    })
  })
})

describe('toMarkdown', () => {
  it('heads each message with its role and nodes', () => {
    const messages = [{ role: 'user', parts: [text('Hi')], nodes: ['n1', 'n2'] } as const]
    expect(toMarkdown({ tools: [], system: 'Be brief.', messages })).toBe(
      '## system\n\nBe brief.\n\n## user · n1, n2\n\nHi\n',
    )
  })

  it('fences calls and results so that no fence inside can close them', () => {
    const content = [text('````\ncode\n````')]
    const messages = [
      {
        role: 'assistant',
        parts: [{ kind: 'tool-call', callId: 'c', name: 'look', input: { a: '```' } }],
        nodes: [],
      } as const,
      { role: 'user', parts: [{ kind: 'tool-result', callId: 'c', content }], nodes: [] } as const,
    ]
    const markdown = toMarkdown({ tools: [], system: null, messages })
    expect(markdown).toContain('`````\n````\ncode\n````\n`````')
    expect(markdown).toContain('````json\n{\n  "a": "```"\n}\n````')
    expect(fenced('plain')).toBe('```\nplain\n```')
  })
})

describe('toPlainMessages', () => {
  it('writes placeholders as pieces of text of their own', () => {
    const messages = [
      { role: 'user', parts: [{ kind: 'image', ref: 'x' }, text('What?')], nodes: ['a'] } as const,
      { role: 'assistant', parts: [{ kind: 'audio', ref: 'y' }], nodes: ['b'] } as const,
    ]
    expect(toPlainMessages({ system: 'S', messages })).toEqual({
      system: 'S',
      messages: [
        { role: 'user', text: '[image content]\n\nWhat?', nodes: ['a'] },
        { role: 'assistant', text: '[audio content]', nodes: ['b'] },
      ],
    })
  })

  it('puts the system text first where there is no field for it, merged with a system message that stands there', () => {
    const messages = [{ role: 'system', parts: [text('T')], nodes: ['a'] } as const]
    expect(toPlainMessages({ system: 'S', messages }, { systemField: false })).toEqual({
      system: null,
      messages: [{ role: 'system', text: 'S\n\nT', nodes: ['a'] }],
    })
  })

  it('merges the neighbours of a message that has no text', () => {
    const reasoning = { role: 'assistant', parts: [{ kind: 'reasoning', text: 'hm' }], nodes: ['b'] } as const
    const says = (value: string) => ({ role: 'user', parts: [text(value)], nodes: [value] }) as const
    expect(toPlainMessages({ system: null, messages: [says('x'), reasoning, says('y')] }).messages).toEqual([
      { role: 'user', text: 'x\n\ny', nodes: ['x', 'y'] },
    ])
  })
})

describe('render', () => {
  it('renders one plan for every target', () => {
    const plan = { kept: [kept('s', 'system'), kept('a')] }
    const requests = renderTargets.map((target) => JSON.stringify(render(target, plan, contents).request))
    for (const request of requests) {
      expect(request).toContain('It was')
      expect(request).toContain('You are a poet.')
    }
    expect(new Set(requests).size).toBe(renderTargets.length)
  })
})
