import { describe, expect, it } from 'vitest'
import type { Entry, NodeEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { pi } from './pi.ts'

async function read(...lines: readonly unknown[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of pi.read(textSource('s.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))))
    entries.push(entry)
  return entries
}

async function nodesOf(...lines: readonly unknown[]): Promise<NodeEntry[]> {
  return (await read(header, ...lines)).filter((entry) => entry.kind === 'node')
}

const header = {
  type: 'session',
  id: 's',
  cwd: '/',
  provider: 'p',
  modelId: 'm',
  timestamp: '2025-01-02T03:04:05.000Z',
}
const user = {
  type: 'message',
  message: { role: 'user', content: [{ type: 'text', text: 'Hi' }], timestamp: 1735700000000 },
}

function call(name: string, input: unknown): unknown {
  const content = [{ type: 'toolCall', id: 'c', name, arguments: input }]
  return { type: 'message', message: { role: 'assistant', content, api: 'anthropic-messages', model: 'm' } }
}

function result(text: string, more: object = {}): unknown {
  return {
    type: 'message',
    message: { role: 'toolResult', toolCallId: 'c', toolName: 't', content: [{ type: 'text', text }], ...more },
  }
}

describe('pi', () => {
  it('opens the conversation of the header', async () => {
    expect((await read(header, user))[0]).toEqual({
      kind: 'conversation',
      key: 's',
      model: 'p:m',
      createdAt: Date.UTC(2025, 0, 2, 3, 4, 5),
    })
  })

  it('reads messages that follow one another, past compactions and settings', async () => {
    const nodes = await nodesOf(
      user,
      { type: 'model_change', provider: 'p', modelId: 'n' },
      { type: 'compaction', summary: 'S', firstKeptEntryIndex: 1 },
      call('bash', { command: 'ls' }),
      result('a'),
    )
    expect(nodes.map(({ author }) => author)).toEqual(['human', 'model', 'tool'])
    expect(nodes.map(({ parent }) => parent)).toEqual([null, nodes[0]?.key, nodes[1]?.key])
    expect(nodes[0]?.createdAt).toBe(1735700000000)
    expect(nodes[1]?.authorId).toBe('m')
  })

  it('finds the file in a read result, with the lines it shows', async () => {
    const text = 'x\ny\n\n[7 more lines in file. Use offset=6 to continue]'
    const nodes = await nodesOf(call('read', { path: '/a.ts', offset: 4, limit: 2 }), result(text))
    expect(nodes[1]?.parts).toEqual([
      {
        kind: 'tool-result',
        callId: 'c',
        name: 't',
        content: [{ kind: 'file', path: '/a.ts', way: 'read', text, range: { from: 4, to: 5 } }],
      },
    ])
  })

  it('keeps a failed read as text', async () => {
    const nodes = await nodesOf(call('read', { path: '/a.ts' }), result('no', { isError: true }))
    expect(nodes[1]?.parts).toMatchObject([{ isError: true, content: [{ kind: 'text', text: 'no' }] }])
  })

  it('reads a command of the person as what it shows', async () => {
    const bash = { role: 'bashExecution', command: 'ls', output: 'a\nb\n', exitCode: 0 }
    const nodes = await nodesOf(
      { type: 'message', message: bash },
      { type: 'message', message: { ...bash, excludeFromContext: true } },
    )
    expect(nodes).toHaveLength(1)
    expect(nodes[0]).toMatchObject({
      author: 'human',
      parts: [
        { kind: 'text', text: '$ ls' },
        { kind: 'file', path: '$ ls', way: 'attachment', text: 'a\nb\n' },
      ],
    })
  })

  it('knows whose signature stands at the reasoning', async () => {
    const item = { type: 'reasoning', id: 'r', summary: [] }
    const thinking = (api: string, thinkingSignature: string, more: object = {}): unknown => ({
      type: 'message',
      message: { role: 'assistant', api, content: [{ type: 'thinking', thinking: 'hm', thinkingSignature, ...more }] },
    })
    const nodes = await nodesOf(
      thinking('anthropic-messages', 'x'),
      thinking('anthropic-messages', 'x', { redacted: true }),
      thinking('anthropic-messages', ''),
      thinking('openai-responses', JSON.stringify(item)),
      thinking('other', 'x'),
    )
    expect(nodes.map(({ parts }) => parts[0]?.provider)).toEqual([
      { anthropic: { signature: 'x' } },
      { anthropic: { type: 'redacted_thinking', data: 'x' } },
      undefined,
      { openai: item },
      { pi: { thinkingSignature: 'x' } },
    ])
  })

  it('follows parent ids, over entries that are no messages', async () => {
    const nodes = await nodesOf(
      { ...user, id: 'a', parentId: null },
      { type: 'model_change', id: 'x', parentId: 'a' },
      { ...user, id: 'b', parentId: 'x' },
      { type: 'branch_summary', id: 'c', parentId: 'a', summary: 'Went another way.' },
      { type: 'custom_message', id: 'd', parentId: 'c', content: 'Injected' },
    )
    expect(nodes.map(({ key, parent }) => [key, parent])).toEqual([
      ['a', null],
      ['b', 'a'],
      ['c', 'a'],
      ['d', 'c'],
    ])
  })

  it('takes a session without a header in, and says so', async () => {
    const entries = await read(user)
    expect(entries.map(({ kind }) => kind)).toEqual(['problem', 'conversation', 'node'])
  })

  it('names an unknown kind of entry once', async () => {
    const entries = await read(header, user, { type: 'new_kind' }, { type: 'new_kind' })
    expect(entries.filter(({ kind }) => kind === 'problem')).toMatchObject([{ line: 3 }])
  })
})
