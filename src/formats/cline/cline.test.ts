import { describe, expect, it } from 'vitest'
import type { Entry, NodeEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { cline } from './cline.ts'

async function read(value: unknown): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of cline.read(textSource('task/api_conversation_history.json', JSON.stringify(value)))) {
    entries.push(entry)
  }
  return entries
}

async function nodesOf(...messages: readonly object[]): Promise<NodeEntry[]> {
  return (await read({ sessionId: 's', messages })).filter((entry) => entry.kind === 'node')
}

const call = (name: string, input: object): object => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'c', name, input }],
  modelInfo: { id: 'maker/model', provider: 'cline' },
  metrics: { cost: 1 },
})
const answer = (content: unknown): object => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'c', name: 'x', content }],
  ts: 1700000000000,
})

describe('cline', () => {
  it('reads a session: its id, its system prompt behind the messages, files a person put in', async () => {
    const content = [
      { type: 'text', text: 'Look at @src/a.ts' },
      { type: 'file', path: 'src\\a.ts', content: 'let a' },
    ]
    const [opening, node] = await read({
      version: 1,
      sessionId: 's',
      messages: [{ role: 'user', content, ts: 5e12 }],
      system_prompt: 'S',
    })
    expect(opening).toEqual({ kind: 'conversation', key: 's', system: 'S' })
    expect(node).toMatchObject({
      author: 'human',
      createdAt: 5e12,
      parts: [
        { kind: 'text', text: 'Look at @src/a.ts' },
        { kind: 'file', path: 'src/a.ts', way: 'mention', text: 'let a' },
      ],
    })
  })

  it('gives each file of a read its own part, with the lines it shows', async () => {
    const files = [{ path: 'a.ts', start_line: 3, end_line: 4 }, { path: 'b.ts' }]
    const results = [
      { query: 'a.ts:3-4', result: '3 | x\n4 | y', success: true },
      { query: 'b.ts', result: '1 | z', success: true },
    ]
    const nodes = await nodesOf(call('read_files', { files }), answer(results))
    expect(nodes[0]).toMatchObject({ author: 'model', authorId: 'maker/model' })
    expect(nodes[1]?.parts).toEqual([
      {
        kind: 'tool-result',
        callId: 'c',
        content: [
          { kind: 'file', path: 'a.ts', way: 'read', text: '3 | x\n4 | y', range: { from: 3, to: 4 } },
          { kind: 'file', path: 'b.ts', way: 'read', text: '1 | z' },
        ],
      },
    ])
  })

  it('keeps as text what is no file, and says what failed', async () => {
    const failed = [{ query: 'ls', result: 'no such command', success: false }]
    const nodes = await nodesOf(call('run_commands', { commands: ['ls'] }), answer(failed))
    expect(nodes[1]?.parts).toMatchObject([{ isError: true, content: [{ kind: 'text', text: 'no such command' }] }])
    const edited = await nodesOf(call('editor', { path: 'a', old_text: 'x' }), answer('{"query":"edit:a"}'))
    expect(edited[1]?.parts).toMatchObject([{ content: [{ kind: 'text', text: '{"query":"edit:a"}' }] }])
  })

  it('reads a task’s history: markup of old versions stays text, pasted files are mentions', async () => {
    const text = '<task>Go</task>\n<file_content path="a.ts">\nlet a\n</file_content>'
    const user = {
      role: 'user',
      content: [
        { type: 'text', text },
        { type: 'text', text: '<environment_details>' },
      ],
    }
    const model = { role: 'assistant', content: [{ type: 'text', text: '<read_file><path>a</path></read_file>' }] }
    const entries = await read([user, model])
    expect(entries[0]).toMatchObject({ kind: 'conversation', key: expect.stringContaining('task/') })
    expect(entries[1]).toMatchObject({
      parts: [{ kind: 'text' }, { kind: 'file', path: 'a.ts', way: 'mention' }, { text: '<environment_details>' }],
    })
    expect(entries[2]).toMatchObject({ parts: [{ kind: 'text', text: '<read_file><path>a</path></read_file>' }] })
  })
})
