import { describe, expect, it } from 'vitest'
import { textSource } from '../../src/formats/text-source.ts'
import { nodes, steppingSession } from './example.ts'
import { requestOf, sessionOf, sessionsIn } from './session.ts'

const conversation = { kind: 'conversation', key: 's' } as const

describe('a recorded session', () => {
  it('has a call for each answer, with what stood before it', () => {
    const session = steppingSession(2)
    expect(session.calls.map(({ before, key }) => [before, key])).toEqual([
      [1, '1'],
      [3, '3'],
    ])
    expect(requestOf(session, 1, session.messages.slice(0, 3))).toMatchObject({ session: 's', call: 1, expects: [] })
  })

  it('has one message with all results of a step, and the output of a command behind it', () => {
    const result = (callId: string): ReturnType<typeof nodes>[number]['parts'] => [
      { kind: 'tool-result', callId, content: [{ kind: 'file', path: 'a', way: 'read', text: callId }] },
    ]
    const { messages } = sessionOf(
      's',
      conversation,
      nodes(
        {
          author: 'human',
          parts: [
            { kind: 'text', text: '$ ls' },
            { kind: 'file', path: '$ ls', way: 'attachment', text: 'a' },
          ],
        },
        { author: 'model', parts: [{ kind: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } }] },
        { author: 'tool', parts: result('1') },
        { author: 'tool', parts: result('2') },
      ),
    )
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: '$ ls\na' }], keys: ['0'] },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 's' }], keys: ['1'] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: '1', content: '1' },
          { type: 'tool_result', tool_use_id: '2', content: '2' },
        ],
        keys: ['2', '3'],
      },
    ])
  })

  it('has a call, but no message, for an answer that was broken off', () => {
    const question = { author: 'human', parts: [{ kind: 'text', text: 'go' }] } as const
    const session = sessionOf('s', conversation, nodes(question, { author: 'model', parts: [] }, question))
    expect(session.messages).toHaveLength(2)
    expect(session.calls).toEqual([{ before: 1, key: '1', expects: [] }])
  })

  it('is read from a file by the importers, on the path to its last node', async () => {
    const line = (id: string, parentId: string | null, role: string, text: string): string =>
      JSON.stringify({ type: 'message', id, parentId, message: { role, content: [{ type: 'text', text }] } })
    const lines = [
      JSON.stringify({ type: 'session', id: 's', cwd: '/' }),
      ...[line('a', null, 'user', 'one'), line('b', 'a', 'assistant', 'left'), line('c', 'a', 'assistant', 'two')],
    ]
    const [session, ...others] = await sessionsIn(textSource('s.jsonl', lines.join('\n')), 'pi/s.jsonl')
    expect(others).toEqual([])
    expect(session?.name).toBe('pi/s.jsonl')
    expect(session?.messages.map(({ keys }) => keys)).toEqual([['a'], ['c']])
    expect(await sessionsIn(textSource('LICENSE', 'You may use it.'), 'LICENSE')).toEqual([])
  })
})
