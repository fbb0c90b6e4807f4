import { describe, expect, it } from 'vitest'
import { formatOf, type MessageFormat } from './formats.ts'

const user = { role: 'user', content: 'Hi' }

describe('the format of messages', () => {
  it.each<[MessageFormat, unknown]>([
    ['openai-chat', { role: 'assistant', content: null, tool_calls: [] }],
    ['openai-chat', { role: 'tool', tool_call_id: 'c', content: 'r' }],
    [
      'openai-chat',
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }] },
    ],
    ['openai-chat', { role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }],
    ['openai-responses', { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }],
    ['openai-responses', { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
    ['anthropic', { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] }],
    [
      'anthropic',
      {
        role: 'user',
        content: [
          { type: 'file', path: 'a' },
          { type: 'tool_result', tool_use_id: 'c' },
        ],
      },
    ],
    ['anthropic', { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://example.org' } }] }],
    ['anthropic', { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] }],
    ['ai-sdk', { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] }],
    ['ai-sdk', { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'f' }] }],
    ['ai-sdk', { role: 'user', content: [{ type: 'file', mediaType: 'text/plain', data: 'SGk=' }] }],
    ['ai-sdk', { role: 'system', content: 'Hi', providerOptions: {} }],
  ])('is %s by what only it has', (format, message) => {
    expect(formatOf([user, message])).toBe(format)
  })

  it('is one that all take where nothing tells', () => {
    expect(formatOf([user, { role: 'assistant', content: [{ type: 'text', text: 'Ho' }] }])).toBe('openai-chat')
    expect(formatOf([null, 5, [], {}])).toBe('openai-chat')
  })
})
