import { describe, expect, it } from 'vitest'
import { detect, formats } from './detect.ts'
import { sampleOf } from './sample.ts'

function formatOf(text: string): string | undefined {
  return detect(sampleOf(text.slice(0, 1 << 16), text.length <= 1 << 16))?.name
}

const claudeLine = {
  type: 'user',
  uuid: 'a',
  parentUuid: null,
  sessionId: 's',
  message: { role: 'user', content: 'Hi' },
}
const toolUse = { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'x', input: {} }] }
const call = { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'x', arguments: '{}' } }] }
const environment = {
  role: 'user',
  content: [
    { type: 'text', text: '<task>x</task>' },
    { type: 'text', text: '<environment_details>y</environment_details>' },
  ],
}
const hi = { role: 'user', content: 'Hi' }

describe('detect', () => {
  it('names every format once', () => {
    expect(formats.map(({ name }) => name)).toHaveLength(new Set(formats.map(({ name }) => name)).size)
  })

  it.each<[string | undefined, string, unknown[]]>([
    ['claude-code', 'a line with a parent', [claudeLine]],
    ['claude-code', 'a title first', [{ type: 'summary', summary: 'T', leafUuid: 'x' }, claudeLine]],
    ['claude-code', 'a snapshot first', [{ type: 'file-history-snapshot', messageId: 'x', snapshot: {} }]],
    ['pi', 'a header', [{ type: 'session', id: 's', cwd: '/' }]],
    ['pi', 'a message without a header', [{ type: 'message', message: hi }]],
    ['openai', 'messages on lines', [hi, call]],
    ['openai', 'an array', [[hi, { role: 'assistant', content: 'Ho' }]]],
    ['openai', 'an object', [{ messages: [hi] }]],
    [
      'openai',
      'an object with a system message',
      [{ model: 'claude-x', messages: [{ role: 'system', content: 'S' }, call] }],
    ],
    ['anthropic', 'system apart', [{ system: 'S', messages: [hi] }]],
    ['anthropic', 'a model', [{ model: 'claude-x', messages: [hi] }]],
    ['anthropic', 'blocks in an array', [[hi, toolUse]]],
    ['anthropic', 'blocks on a later line', [hi, toolUse]],
    ['cline', 'a session', [{ sessionId: 's', system_prompt: 'S', messages: [hi, toolUse] }]],
    ['cline', 'the environment in what a person says', [[environment, toolUse]]],
    ['trajectory', 'a trajectory', [{ trajectory: [{ type: 'llm_call', task_prompt: [hi] }] }]],
    ['sweagent', 'a history of chat messages', [{ history: [{ ...hi, agent: 'main' }] }]],
    ['sweagent', 'a trajectory before its history', [{ trajectory: [{ action: 'ls', observation: '' }] }]],
    ['openhands', 'a history of events', [{ history: [{ source: 'user', action: 'message', args: {} }] }]],
    ['openhands', 'a list of events', [[{ source: 'user', action: 'message', args: {} }]]],
    [
      'openhands',
      'pairs of events',
      [
        {
          history: [
            [
              { action: 'run', args: {} },
              { observation: 'run', extras: {} },
            ],
          ],
        },
      ],
    ],
    ['chatgpt', 'an export', [[{ title: 'T', mapping: { a: { message: null, parent: null, children: [] } } }]]],
    ['chatgpt', 'one conversation', [{ mapping: {}, current_node: 'a' }]],
    ['oasst', 'a tree', [{ message_tree_id: 't', prompt: { role: 'prompter', text: 'x', replies: [] } }]],
    ['oasst', 'a message with its tree', [{ tree: 't', id: 'a', parent: null, role: 'prompter', text: 'x' }]],
    ['loom', 'a nested tree', [{ text: 'x', children: [{ text: 'y', children: [] }] }]],
    ['loom', 'a nested tree under its root', [{ root: { text: 'x', children: [] }, chapters: {} }]],
    ['loom', 'nodes by id', [{ current: 'a', nodes: { a: { text: 'x', parentId: null } } }]],
    ['loom', 'nodes in a list', [{ nodes: [{ id: 'a', text: 'x', parent_id: null }] }]],
    ['chat-file', 'metadata beside messages', [{ metadata: { title: 'T', system_prompt: null }, messages: [] }]],
    ['chat-file', 'messages in lines', [{ metadata: {}, messages: [{ role: 'user', content: ['x'] }] }]],
    ['heddle', 'an export', [{ heddle: 1, kind: 'conversation', key: 'a' }]],
    ['openai', 'messages with metadata of another kind', [{ metadata: { user: 'u' }, messages: [hi] }]],
    [undefined, 'a package file', [{ name: 'x', version: '1' }]],
    [undefined, 'a number', [1]],
  ])('finds %s from %s', (name, _what, lines) => {
    expect(formatOf(lines.map((line) => JSON.stringify(line)).join('\n'))).toBe(name)
  })

  it('tells a single value that is longer than the sample, on one line or on many', () => {
    const messages = Array.from({ length: 2000 }, (_, n) => ({
      role: 'user',
      content: [{ type: 'text', text: `"${n}]},` }],
    }))
    for (const indent of [0, 2]) {
      expect(formatOf(JSON.stringify(messages, null, indent))).toBe('openai')
      expect(formatOf(JSON.stringify({ system: 'S', messages }, null, indent))).toBe('anthropic')
      expect(formatOf(JSON.stringify({ instance: 1, trajectory: messages }, null, indent))).toBeUndefined()
    }
  })

  it('looks past a damaged first line', () => {
    expect(formatOf(`damaged\n${JSON.stringify(claudeLine)}`)).toBe('claude-code')
    expect(formatOf(`${JSON.stringify(claudeLine).slice(0, 60)}\n${JSON.stringify(claudeLine)}`)).toBe('claude-code')
  })

  it('finds nothing in plain text', () => {
    expect(formatOf('Just some words,\nand more of them.')).toBeUndefined()
  })
})
