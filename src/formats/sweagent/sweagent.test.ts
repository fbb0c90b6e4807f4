import { describe, expect, it } from 'vitest'
import type { Entry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { sweagent } from './sweagent.ts'

async function read(...history: readonly object[]): Promise<Entry[]> {
  const entries: Entry[] = []
  const text = JSON.stringify({ trajectory: [{ action: 'x', observation: 'y' }], history, environment: 'main' })
  for await (const entry of sweagent.read(textSource('run.traj', text))) entries.push(entry)
  return entries
}

const call = (name: string, args: object): object => ({
  role: 'assistant',
  content: 'Think.',
  thought: 'Think.',
  action: 'x',
  agent: 'main',
  tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})
const result = (content: string): object => ({ role: 'tool', content, agent: 'main', tool_call_ids: ['c'] })

describe('sweagent', () => {
  it('reads the history with system text, calls and results, and nothing twice', async () => {
    const user = { role: 'user', content: 'Fix it.', agent: 'main', message_type: 'observation' }
    const entries = await read(
      { role: 'system', content: 'S', agent: 'main' },
      user,
      call('bash', { command: 'ls' }),
      result('a b'),
    )
    expect(entries).toMatchObject([
      { kind: 'conversation', system: 'S' },
      { author: 'human', parts: [{ text: 'Fix it.' }] },
      {
        author: 'model',
        parts: [
          { kind: 'text', text: 'Think.' },
          { kind: 'tool-call', callId: 'c', name: 'bash', input: { command: 'ls' } },
        ],
      },
      { author: 'tool', parts: [{ kind: 'tool-result', callId: 'c', content: [{ kind: 'text', text: 'a b' }] }] },
    ])
  })

  it.each([
    [
      'a part of it',
      '[File: /x/a.py (90 lines total)]\r\n(3 more lines above)\n4:x\n5:y\n(85 more lines below)',
      'read',
      { from: 4, to: 5 },
    ],
    ['the whole', '[File: /x/a.py (2 lines total)]\n1:x\n2:y\n(Open file: /x/a.py)', 'read', undefined],
    ['an edit', 'Text replaced. Please review.\n[File: /x/a.py (90 lines total)]\n4:x', 'write', { from: 4, to: 4 }],
  ])('makes a file of what its viewer shows: %s', async (_what, text, way, range) => {
    const entries = await read(call('open', { path: 'a.py' }), result(text))
    const file = { kind: 'file', path: '/x/a.py', way, text, ...(range ? { range } : {}) }
    expect(entries.at(-1)).toMatchObject({ parts: [{ content: [file] }] })
    expect(JSON.stringify(entries.at(-1)).includes('range')).toBe(range !== undefined)
  })

  it('takes a failed read, and a result without its call, as text', async () => {
    const failed = await read(call('open', { path: 'a.py' }), result('File a.py not found'))
    expect(failed.at(-1)).toMatchObject({ parts: [{ content: [{ kind: 'text' }] }] })
    const lost = await read({ role: 'tool', content: 'x', agent: 'main' })
    expect(lost.at(-1)).toMatchObject({ author: 'human', parts: [{ kind: 'text', text: 'x' }] })
  })

  it('keeps signed thinking, and the thought where there is no content', async () => {
    const thinking = [{ type: 'thinking', thinking: 'hm', signature: 's' }]
    const entries = await read({
      role: 'assistant',
      content: '',
      thought: 'So.',
      agent: 'main',
      thinking_blocks: thinking,
    })
    expect(entries.at(-1)).toMatchObject({
      parts: [
        { kind: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } },
        { kind: 'text', text: 'So.' },
      ],
    })
  })
})
