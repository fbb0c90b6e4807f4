import { describe, expect, it } from 'vitest'
import type { Entry, NodeEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { openhands } from './openhands.ts'

async function readText(text: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of openhands.read(textSource('output.jsonl', text))) entries.push(entry)
  return entries
}

const read = (history: readonly unknown[], fields: object = {}): Promise<Entry[]> =>
  readText(JSON.stringify({ instance_id: 'T', history, ...fields }))
const nodesOf = (entries: readonly Entry[]): NodeEntry[] => entries.filter((entry) => entry.kind === 'node')

const calls = [
  { id: 'c', type: 'function', function: { name: 'editor', arguments: '{"command":"view","path":"a.ts"}' } },
  { id: 'd', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
]
const answer = {
  id: 'r',
  model: 'm',
  choices: [{ message: { role: 'assistant', content: 'Look.', tool_calls: calls } }],
}
const joint = (id: string, name: string): object => ({
  tool_call_metadata: { tool_call_id: id, function_name: name, model_response: answer },
})
const user = {
  id: 1,
  source: 'user',
  action: 'message',
  args: { content: 'Fix it.' },
  timestamp: '2025-04-30T17:56:40.641',
}
const tool = { type: 'function', function: { name: 'bash', description: 'B', parameters: { type: 'object' } } }

describe('openhands', () => {
  it('reads a run: system text and tools, the task, answers with all their calls once, results', async () => {
    const entries = await read(
      [
        { id: 0, source: 'agent', action: 'system', args: { content: 'S', tools: [tool] } },
        user,
        { id: 2, source: 'user', action: 'recall', args: { query: 'x' } },
        { id: 3, source: 'environment', observation: 'recall', content: 'Added workspace context', extras: {} },
        { id: 4, source: 'agent', action: 'read', args: { path: 'a.ts', thought: 'Look.' }, ...joint('c', 'editor') },
        { id: 5, source: 'agent', observation: 'read', cause: 4, content: '     1\tx', ...joint('c', 'editor') },
        { id: 6, source: 'agent', action: 'run', args: { command: 'ls' }, ...joint('d', 'bash') },
        { id: 7, source: 'agent', observation: 'run', cause: 6, content: 'a.ts', ...joint('d', 'bash') },
        { id: 8, source: 'agent', observation: 'error', content: 'Not understood.' },
        { id: 9, source: 'agent', action: 'message', args: { content: 'Done.' } },
        { id: 10, source: 'environment', observation: 'agent_state_changed', content: '' },
      ],
      { metadata: { llm_config: { model: 'maker/m' } } },
    )
    expect(entries).toMatchObject([
      {
        kind: 'conversation',
        key: 'output.jsonl#T',
        title: 'T',
        system: 'S',
        tools: [{ name: 'bash' }],
        model: 'maker/m',
      },
      {
        author: 'human',
        parent: null,
        parts: [{ text: 'Fix it.' }],
        createdAt: Date.UTC(2025, 3, 30, 17, 56, 40, 641),
      },
      {
        author: 'model',
        authorId: 'm',
        parts: [
          { kind: 'text', text: 'Look.' },
          { kind: 'tool-call', callId: 'c', name: 'editor', input: { command: 'view', path: 'a.ts' } },
          { kind: 'tool-call', callId: 'd', name: 'bash', input: { command: 'ls' } },
        ],
      },
      {
        author: 'tool',
        parts: [{ kind: 'tool-result', callId: 'c', content: [{ kind: 'file', path: 'a.ts', way: 'read' }] }],
      },
      { author: 'tool', parts: [{ kind: 'tool-result', callId: 'd', content: [{ kind: 'text', text: 'a.ts' }] }] },
      { author: 'system', parts: [{ text: 'Not understood.' }] },
      { author: 'model', parts: [{ text: 'Done.' }] },
    ])
  })

  it('joins actions without a call by their cause, or in turn where they stand in pairs', async () => {
    const run = { source: 'agent', action: 'run', args: { command: 'ls', thought: 'Look.' } }
    const seen = { source: 'agent', observation: 'run', content: 'a', extras: {} }
    for (const history of [
      [user, { id: 2, ...run }, { ...seen, cause: 2 }],
      [user, [run, seen]],
    ]) {
      const [, model, result] = nodesOf(await read(history))
      const [text, call] = model?.parts ?? []
      expect(text).toEqual({ kind: 'text', text: 'Look.' })
      expect(call).toMatchObject({ kind: 'tool-call', name: 'run', input: { command: 'ls' } })
      const callId = call?.kind === 'tool-call' ? call.callId : ''
      expect(result?.parts).toEqual([{ kind: 'tool-result', callId, content: [{ kind: 'text', text: 'a' }] }])
    }
  })

  it('takes what was called to mind as a system node', async () => {
    const extras = { repo_instructions: 'Use tabs.', microagent_knowledge: [{ name: 'git', content: 'Commit.' }] }
    const nodes = nodesOf(await read([user, { observation: 'recall', source: 'environment', content: 'x', extras }]))
    expect(nodes[1]).toMatchObject({ author: 'system', parts: [{ text: 'Use tabs.' }, { text: 'Commit.' }] })
  })

  it('reads one run a line, a list of events, and one object over many lines', async () => {
    const line = JSON.stringify({ instance_id: 'T', history: [user] })
    const lines = await readText(`${line}\ndamaged\n${line}\n{"history":[]}`)
    expect(lines.map((entry) => (entry.kind === 'conversation' ? entry.key : `${entry.kind}`))).toEqual([
      ...['output.jsonl#T', 'node', 'problem', 'output.jsonl#T~2', 'node', 'problem'],
    ])
    const list = await readText(JSON.stringify([user, { ...user, args: { content: 'And?' } }]))
    expect(nodesOf(list)).toHaveLength(2)
    const object = await readText(JSON.stringify({ instance_id: 'T', history: [user] }, null, 2))
    expect(object).toMatchObject([{ kind: 'conversation', title: 'T' }, { kind: 'node' }])
  })

  it('gives the events before a cut', async () => {
    const entries = await readText(JSON.stringify([user, user]).slice(0, -20))
    expect(entries.map(({ kind }) => kind)).toEqual(['conversation', 'node', 'problem'])
  })
})
