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
const hi = { role: 'user', content: 'Hi' }

describe('detect', () => {
  it('names every format once', () => {
    expect(formats.map(({ name }) => name)).toEqual(['claude-code', 'pi', 'anthropic', 'openai'])
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
    [
      undefined,
      'a format of its own with a system prompt',
      [{ sessionId: 's', system_prompt: 'S', messages: [hi, toolUse] }],
    ],
    [undefined, 'a trajectory', [{ trajectory: [{ task_prompt: [hi] }] }]],
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
