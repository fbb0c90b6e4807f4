import { describe, expect, it } from 'vitest'
import type { Entry, NodeEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { anthropic } from './anthropic.ts'

async function read(value: unknown): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of anthropic.read(textSource('chat.json', JSON.stringify(value)))) entries.push(entry)
  return entries
}

async function nodesOf(...messages: readonly unknown[]): Promise<NodeEntry[]> {
  return (await read(messages)).filter((entry) => entry.kind === 'node')
}

const cache = { cache_control: { type: 'ephemeral' } }

describe('anthropic', () => {
  it('reads system text, tools, model and messages of an object', async () => {
    const entries = await read({
      model: 'claude-x',
      system: [
        { type: 'text', text: 'One.', ...cache },
        { type: 'text', text: 'Two.' },
      ],
      tools: [
        { name: 'f', description: 'd', input_schema: { type: 'object' } },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
      messages: [{ role: 'user', content: 'Hi' }],
    })
    expect(entries[0]).toMatchObject({ kind: 'problem' })
    expect(entries[1]).toMatchObject({
      system: 'One.\n\nTwo.',
      model: 'claude-x',
      tools: [{ name: 'f', description: 'd', inputSchema: { type: 'object' } }],
    })
    expect(entries[2]).toMatchObject({ author: 'human', parts: [{ kind: 'text', text: 'Hi' }] })
  })

  it('splits a message with results and more into a tool node and a human node', async () => {
    const nodes = await nodesOf(
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Also:' },
          { type: 'tool_result', tool_use_id: 'c', content: 'ok', is_error: true },
        ],
      },
      { role: 'assistant', content: 'Done' },
    )
    const [, call, tool, rest, answer] = nodes
    expect(tool).toMatchObject({
      author: 'tool',
      parent: call?.key,
      parts: [{ kind: 'tool-result', callId: 'c', isError: true, content: [{ kind: 'text', text: 'ok' }] }],
    })
    expect(rest).toMatchObject({ author: 'human', key: `${tool?.key}#rest`, parent: tool?.key })
    expect(answer?.parent).toBe(rest?.key)
  })

  it('loses no field of a block', async () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' }
    const blocks = [
      { type: 'text', text: 'x', citations: [{ type: 'char_location' }], ...cache },
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'redacted_thinking', data: 'd' },
      { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 }, ...cache },
      { type: 'image', source, ...cache },
      { type: 'document', title: 'a.pdf', source: { ...source, media_type: 'application/pdf' } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
    ]
    const [node] = await nodesOf({ role: 'assistant', content: blocks })
    expect(node?.parts).toEqual([
      { kind: 'text', text: 'x', provider: { anthropic: { citations: [{ type: 'char_location' }], ...cache } } },
      { kind: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } },
      { kind: 'reasoning', text: '', provider: { anthropic: { type: 'redacted_thinking', data: 'd' } } },
      { kind: 'tool-call', callId: 'c', name: 'f', input: { a: 1 }, provider: { anthropic: cache } },
      { kind: 'image', ref: 'data:image/png;base64,AAAA', mediaType: 'image/png', provider: { anthropic: cache } },
      {
        kind: 'file',
        path: 'a.pdf',
        way: 'attachment',
        text: '',
        ref: 'data:application/pdf;base64,AAAA',
        mediaType: 'application/pdf',
        provider: { anthropic: { type: 'document', title: 'a.pdf' } },
      },
      {
        kind: 'file',
        path: 'document',
        way: 'attachment',
        text: 'words',
        mediaType: 'text/plain',
        provider: { anthropic: { type: 'document' } },
      },
      { kind: 'text', text: '', provider: { anthropic: blocks[7] } },
    ])
  })

  it('finds the file in the result of a read, with its cache mark', async () => {
    const nodes = await nodesOf(
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'view', input: { path: 'a.ts', offset: 2 } }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'x', ...cache }] }],
      },
    )
    expect(nodes[1]?.parts).toMatchObject([
      {
        content: [
          {
            kind: 'file',
            path: 'a.ts',
            way: 'read',
            text: 'x',
            range: { from: 2, to: 2 },
            provider: { anthropic: cache },
          },
        ],
      },
    ])
  })

  it('splits mentions out of what a person wrote', async () => {
    const [node] = await nodesOf({ role: 'user', content: 'See <file_content path="a">1</file_content>' })
    expect(node?.parts.map(({ kind }) => kind)).toEqual(['text', 'file'])
  })

  it('keeps a block of a known type with another shape whole', async () => {
    const [node] = await nodesOf({ role: 'user', content: [{ type: 'text' }, { type: 'tool_result' }, 5] })
    expect(node?.parts.map((part) => part.provider?.anthropic)).toEqual([
      { type: 'text' },
      { type: 'tool_result' },
      { value: 5 },
    ])
  })
})
