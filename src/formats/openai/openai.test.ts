import { describe, expect, it } from 'vitest'
import type { ConversationEntry, Entry, NodeEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { openai } from './openai.ts'

async function read(text: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of openai.read(textSource('chat.json', text))) entries.push(entry)
  return entries
}

async function nodesOf(...messages: readonly unknown[]): Promise<NodeEntry[]> {
  return (await read(JSON.stringify(messages))).filter((entry) => entry.kind === 'node')
}

function conversations(entries: readonly Entry[]): ConversationEntry[] {
  return entries.filter((entry) => entry.kind === 'conversation')
}

const hi = { role: 'user', content: 'Hi' }
const ho = { role: 'assistant', content: 'Ho' }

describe('openai', () => {
  it('reads system text, tools, model and messages of an object', async () => {
    const tool = { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } }
    const messages = [{ role: 'system', content: 'One.' }, { role: 'developer', content: 'Two.' }, hi, ho]
    const [conversation, first, second] = await read(JSON.stringify({ model: 'm', tools: [tool], messages }))
    expect(conversation).toMatchObject({
      kind: 'conversation',
      system: 'One.\n\nTwo.',
      model: 'm',
      tools: [{ name: 'f', description: 'd', inputSchema: { type: 'object' } }],
    })
    expect(first).toMatchObject({ author: 'human', parent: null, parts: [{ kind: 'text', text: 'Hi' }] })
    expect(second).toMatchObject({ author: 'model', parent: first?.kind === 'node' ? first.key : '' })
  })

  it('makes a node of a system message behind the start', async () => {
    const nodes = await nodesOf(hi, { role: 'system', content: 'Now.' })
    expect(nodes.map(({ author }) => author)).toEqual(['human', 'system'])
  })

  it('reads calls with their results, and a file that was read', async () => {
    const calls = [
      { id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path": "x.ts"}' } },
      { id: 'b', type: 'function', function: { name: 'run', arguments: '' } },
    ]
    const nodes = await nodesOf(
      hi,
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: 'a', content: 'let x' },
      { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'done' }] },
    )
    expect(nodes[1]?.parts).toEqual([
      { kind: 'tool-call', callId: 'a', name: 'read_file', input: { path: 'x.ts' } },
      { kind: 'tool-call', callId: 'b', name: 'run', input: {} },
    ])
    expect(nodes[2]).toMatchObject({
      author: 'tool',
      parts: [
        { kind: 'tool-result', callId: 'a', content: [{ kind: 'file', path: 'x.ts', way: 'read', text: 'let x' }] },
      ],
    })
    expect(nodes[3]?.parts).toEqual([{ kind: 'tool-result', callId: 'b', content: [{ kind: 'text', text: 'done' }] }])
  })

  it('keeps arguments as they were written where reading them would change them', async () => {
    const written = ['{"id": 12345678901234567890}', '{broken']
    const calls = written.map((text, n) => ({ id: `${n}`, type: 'function', function: { name: 'f', arguments: text } }))
    const [, node] = await nodesOf(hi, { role: 'assistant', tool_calls: calls })
    expect(node?.parts.map((part) => part.provider)).toEqual(
      written.map((text) => ({ openai: { function: { name: 'f', arguments: text } } })),
    )
  })

  it('joins calls and results of the old kind', async () => {
    const nodes = await nodesOf(
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
      { role: 'function', name: 'f', content: 'ok' },
    )
    const [call] = nodes[0]?.parts ?? []
    expect(call).toMatchObject({ kind: 'tool-call', name: 'f', input: { a: 1 } })
    expect(nodes[1]?.parts).toMatchObject([{ callId: call?.kind === 'tool-call' ? call.callId : '' }])
  })

  it('loses no field of a content part', async () => {
    const blocks = [
      { type: 'text', text: 'x', prompt_cache: true },
      { type: 'image_url', image_url: { url: 'https://example.org/a.png', detail: 'low' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
      { type: 'later_kind', value: 1 },
    ]
    const [node] = await nodesOf({ role: 'user', name: 'Ann', content: blocks })
    expect(node?.authorId).toBe('Ann')
    expect(node?.parts).toEqual([
      { kind: 'text', text: 'x', provider: { openai: { prompt_cache: true } } },
      {
        kind: 'image',
        ref: 'https://example.org/a.png',
        provider: { openai: { image_url: { url: 'https://example.org/a.png', detail: 'low' } } },
      },
      { kind: 'audio', ref: 'data:audio/wav;base64,AAAA', mediaType: 'audio/wav' },
      {
        kind: 'file',
        path: 'a.pdf',
        way: 'attachment',
        text: '',
        ref: 'data:application/pdf;base64,AAAA',
        mediaType: 'application/pdf',
      },
      { kind: 'text', text: '', provider: { openai: { type: 'later_kind', value: 1 } } },
    ])
  })

  it('reads one message a line, past a damaged line, and says which', async () => {
    const entries = await read(`${JSON.stringify(hi)}\r\n{"role":"assistant","content":"H\n${JSON.stringify(ho)}\n`)
    expect(entries.map(({ kind }) => kind)).toEqual(['conversation', 'node', 'problem', 'node'])
    expect(entries[2]).toMatchObject({ line: 2, message: expect.stringContaining('cut short') })
  })

  it('reads one conversation a line, also where two begin alike', async () => {
    const entries = await read([[hi], [hi, ho], [ho]].map((messages) => JSON.stringify({ messages })).join('\n'))
    const keys = conversations(entries).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    expect(keys[1]).toBe(`${keys[0]}~2`)
  })

  it('reads a value that is spread over lines', async () => {
    expect(await read(JSON.stringify({ messages: [hi, ho] }, null, 2))).toHaveLength(3)
    expect(await read(`[\n${JSON.stringify(hi)},\n${JSON.stringify(ho)}\n]`)).toHaveLength(3)
  })

  it('reads on behind two damaged lines', async () => {
    const entries = await read(`{"role":\n{"role":"us\n${JSON.stringify(hi)}`)
    expect(entries.map(({ kind }) => kind)).toEqual(['problem', 'problem', 'conversation', 'node'])
  })

  it('gives the beginning of a file the same keys when it has grown', async () => {
    const before = await nodesOf(hi, ho)
    const after = await nodesOf(hi, ho, hi)
    expect(after.slice(0, 2)).toEqual(before)
    expect(new Set(after.map(({ key }) => key)).size).toBe(3)
  })

  it('says where a message is not what it should be, and goes on', async () => {
    const entries = await read(
      JSON.stringify([hi, 7, { role: 'x' }, { role: 'tool', content: 'r' }, { role: 'user', content: 1 }, ho]),
    )
    expect(entries.filter((entry) => entry.kind === 'node')).toHaveLength(2)
    expect(entries.filter((entry) => entry.kind === 'problem')).toHaveLength(4)
  })

  it.each(['{', '{"a":1}', '[]', '"x"', '{"messages":[]}', 'words', '[1,2]'])(
    'ends with one problem for %s',
    async (text) => {
      expect(await read(text)).toMatchObject([{ kind: 'problem' }])
    },
  )
})
