import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formats } from './detect.ts'
import type { Entry, Format } from './format.ts'
import { textSource } from './text-source.ts'

const message = {
  role: 'user',
  content: [
    { type: 'text', text: 'a "b" {' },
    { type: 'tool_result', tool_use_id: 'c', content: 'x' },
  ],
}
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'Read', input: { file_path: 'a' } }] }
const said = (text: string, role: string): object => ({
  author: { role, name: role === 'tool' ? 'python' : null },
  content: { content_type: role === 'tool' ? 'execution_output' : 'text', parts: [text], text },
  recipient: text === 'call' ? 'python' : 'all',
  create_time: 1,
})
const samples: { readonly [format: string]: readonly unknown[] } = {
  'claude-code': [
    { type: 'user', uuid: 'a', parentUuid: null, sessionId: 's', message },
    { type: 'assistant', uuid: 'b', parentUuid: 'a', sessionId: 's', message: call },
    { type: 'user', uuid: 'c', parentUuid: 'b', sessionId: 's', isSidechain: true, message },
    { type: 'system', subtype: 'compact_boundary', uuid: 'd', parentUuid: null, logicalParentUuid: 'b' },
    { type: 'attachment', uuid: 'e', parentUuid: 'd', attachment: { type: 'queued_command', prompt: 'x' } },
  ],
  pi: [
    { type: 'session', id: 's', cwd: '/' },
    { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'x' } },
    { type: 'message', id: 'b', parentId: 'a', message: { role: 'toolResult', toolCallId: 'c', content: [] } },
    { type: 'message', message: { role: 'bashExecution', command: 'ls' } },
  ],
  heddle: [
    { heddle: 1, kind: 'conversation', key: 's', title: 'T', settings: { a: 1 } },
    { kind: 'node', key: 'a', parent: null, author: 'human', parts: [{ kind: 'text', text: 'x' }], tags: ['t'] },
    { kind: 'node', key: 'b', parent: 'a', author: 'model', parts: [], sources: [{ key: 'a', role: 'context' }] },
    { kind: 'node', key: 'c', parent: 'a', author: 'model', parts: [], editedFrom: 'b' },
    { kind: 'edge', target: 'c', type: 'continuation', sources: [{ key: 'b', role: 'primary' }] },
    { kind: 'branch', name: 'main', head: 'b', forkPoint: null },
    { kind: 'select', branch: 'main', target: 'c', edge: 1, source: 'b' },
    { kind: 'prune', key: 'c' },
  ],
  chatgpt: [
    [
      {
        title: 'T',
        conversation_id: 's',
        current_node: 'e',
        mapping: {
          a: { message: null, parent: null, children: ['b', 'f'] },
          b: { message: said('x', 'user'), parent: 'a', children: ['c'] },
          c: { message: said('call', 'assistant'), parent: 'b', children: ['d'] },
          d: { message: said('y', 'tool'), parent: 'c', children: ['e'] },
          e: { message: said('z', 'assistant'), parent: 'd', children: [] },
          f: { message: said('x', 'user'), parent: 'a', children: [] },
        },
      },
    ],
  ],
  oasst: [
    {
      message_tree_id: 's',
      prompt: {
        message_id: 'a',
        text: 'x',
        role: 'prompter',
        replies: [{ message_id: 'b', text: 'y', role: 'assistant', rank: 1, replies: [] }],
      },
    },
    { tree: 's', id: 'd', parent: 'c', role: 'assistant', text: 'x' },
    { tree: 's', id: 'c', parent: 'a', role: 'prompter', text: 'x' },
    { message_tree_id: 't', message_id: 'e', parent_id: null, role: 'prompter', text: 'x', deleted: true },
  ],
  trajectory: [
    {
      session_id: 's',
      trajectory: [
        { type: 'llm_call', output: { content: 'x', tool_calls: [] }, task_prompt: [{ role: 'user', content: 'y' }] },
        { type: 'tool_call', tool: 'read', arguments: { path: 'a' }, result: 'z' },
        { type: 'tool_call', tool: 'run', arguments: {}, result: { stdout: 'z', stderr: '' } },
        { type: 'judge_call' },
      ],
    },
  ],
  sweagent: [
    {
      history: [
        { role: 'system', content: 'S', agent: 'main' },
        { role: 'user', content: 'x', agent: 'main' },
        { role: 'assistant', content: '', thought: 'y', tool_calls: [{ id: 'c', function: { name: 'open' } }] },
        { role: 'tool', content: '[File: a (1 lines total)]\n1:x', tool_call_ids: ['c'] },
      ],
    },
  ],
  openhands: [
    {
      instance_id: 's',
      history: [
        { id: 0, source: 'agent', action: 'system', args: { content: 'S', tools: [{}] } },
        { id: 1, source: 'user', action: 'message', args: { content: 'x', image_urls: ['u'] } },
        { id: 2, source: 'agent', action: 'run', args: { command: 'ls', thought: 'y' } },
        { id: 3, source: 'agent', observation: 'run', cause: 2, content: 'z' },
        { source: 'agent', action: 'run', args: {}, tool_call_metadata: { tool_call_id: 'c', model_response: {} } },
        { source: 'agent', observation: 'run', content: 'z', tool_call_metadata: { tool_call_id: 'c' } },
      ],
    },
  ],
  loom: [
    {
      root: {
        id: 'a',
        text: 'x',
        tags: ['bookmark'],
        children: [
          { text: 'y', children: [], mutable: true },
          { children: [{ text: 'z' }], meta: {} },
        ],
      },
      selected_node_id: 'a',
    },
  ],
  'chat-file': [
    {
      metadata: { title: 'T', system_prompt: 'S' },
      messages: [
        { role: 'error', content: 'x' },
        { role: 'user', content: ['x', 'y'], timestamp: '2025-01-01' },
        { role: 'assistant', content: ['z'], model: 'm' },
      ],
    },
  ],
  cline: [
    {
      sessionId: 's',
      system_prompt: 'S',
      messages: [
        { role: 'user', content: [{ type: 'file', path: 'a', content: 'x' }], ts: 1 },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c', name: 'read_files', input: { files: [{ path: 'a' }] } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ query: 'a', result: 'x' }] }] },
      ],
    },
  ],
  anthropic: [message, call, { system: 'S', messages: [message, call] }],
  openai: [
    { role: 'system', content: 'S' },
    { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'c', content: 'x' },
    { messages: [message], tools: [{}] },
  ],
}

async function read(format: Format, text: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of format.read(textSource('x', text))) entries.push(entry)
  return entries
}

/** The nodes that an entry of another kind names. */
function namedBy(entry: Exclude<Entry, { kind: 'conversation' | 'node' | 'problem' }>): readonly (string | null)[] {
  switch (entry.kind) {
    case 'prune':
      return [entry.key]
    case 'branch':
      return [entry.head, entry.forkPoint]
    case 'edge':
      return [entry.target, ...entry.sources.map(({ key }) => key)]
    case 'select':
      return [entry.target, entry.source ?? null]
    default:
      return entry satisfies never
  }
}

/** Conversations are opened before their nodes, parents stand before their children, and no key comes twice. */
function checkOrder(entries: readonly Entry[]): void {
  const keys = new Map<string, Set<string>>()
  let current: Set<string> | undefined
  for (const entry of entries) {
    if (entry.kind === 'conversation') {
      current = keys.get(entry.key) ?? new Set()
      keys.set(entry.key, current)
    } else if (entry.kind === 'node') {
      expect(current?.has(entry.key)).toBe(false)
      expect(entry.parent === null ? current?.size === 0 : current?.has(entry.parent)).toBe(true)
      current?.add(entry.key)
    } else if (entry.kind === 'problem') {
      expect(entry.message).not.toBe('')
    } else {
      const named = namedBy(entry)
      expect(named.every((key) => key === null || current?.has(key))).toBe(true)
    }
  }
}

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(40),
  insert: fc.oneof(
    fc.constantFrom(
      '',
      '"',
      '{',
      '}',
      ']',
      '\\',
      '\n',
      '\r\n',
      'null',
      '[]',
      '{}',
      '7',
      '"__proto__":1,',
      '\u0000',
      '['.repeat(300),
    ),
    fc.string({ unit: 'binary' }),
  ),
})

describe.each(formats.map((format) => [format.name, format] as const))('%s on damaged input', (name, format) => {
  const whole = (samples[name] ?? []).map((line) => JSON.stringify(line))

  it('takes the sample in', async () => {
    const entries = await read(format, whole.join('\n'))
    expect(entries.filter(({ kind }) => kind === 'node').length).toBeGreaterThan(1)
  })

  it('never throws, and keeps the order of its entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(whole), fc.array(damage, { maxLength: 4 }), async (lines, damages) => {
        let text = lines.join('\n')
        for (const { at, remove, insert } of damages) {
          const from = Math.floor(at * text.length)
          text = text.slice(0, from) + insert + text.slice(from + remove)
        }
        format.matches(textSource('x', text).sample)
        checkOrder(await read(format, text))
      }),
      { numRuns: 300 },
    )
  })

  it('never throws on JSON of any shape', async () => {
    const shaped = fc.oneof(fc.json(), fc.constantFrom(...whole))
    await fc.assert(
      fc.asyncProperty(fc.array(shaped), async (lines) => checkOrder(await read(format, lines.join('\n')))),
      { numRuns: 200 },
    )
  })

  it('never throws on fields of another type', async () => {
    const odd = fc.constantFrom<unknown>(
      null,
      0,
      -1,
      '',
      'a',
      true,
      [],
      [null],
      {},
      { type: 'text' },
      [[]],
      [{ type: 'image' }],
    )
    const field = (value: unknown): fc.Arbitrary<unknown> => {
      if (Array.isArray(value)) return fc.oneof({ weight: 5, arbitrary: fc.tuple(...value.map(field)) }, odd)
      if (typeof value !== 'object' || value === null)
        return fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, odd)
      const fields = Object.entries(value).map(([key, held]) => [key, field(held)] as const)
      return fc.oneof({ weight: 9, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) }, odd)
    }
    await fc.assert(
      fc.asyncProperty(fc.tuple(...(samples[name] ?? []).map(field)), async (lines) => {
        checkOrder(await read(format, lines.map((line) => JSON.stringify(line)).join('\n')))
      }),
      { numRuns: 300 },
    )
  })

  it('ends with problems only where nothing can be read', async () => {
    const entries = await read(format, 'words\nand more words\n{"cut":')
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.every(({ kind }) => kind === 'problem')).toBe(true)
  })
})
