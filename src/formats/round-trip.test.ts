import { describe, expect, it } from 'vitest'
import { mergeMessages } from '../core/render/merge.ts'
import type { Message, Role } from '../core/render/message.ts'
import { toAnthropic } from '../core/render/targets/anthropic.ts'
import { toChatCompletions } from '../core/render/targets/chat-completions.ts'
import { anthropic } from './anthropic/anthropic.ts'
import type { Format } from './format.ts'
import { openai } from './openai/openai.ts'
import { textSource } from './text-source.ts'

const roles = { human: 'user', tool: 'user', model: 'assistant', system: 'system' } as const satisfies Record<
  string,
  Role
>

async function messagesOf(format: Format, messages: unknown): Promise<Message[]> {
  const pieces: { role: Role; parts: Message['parts']; node: string }[] = []
  for await (const entry of format.read(textSource('x', JSON.stringify(messages)))) {
    if (entry.kind === 'node') pieces.push({ role: roles[entry.author], parts: entry.parts, node: entry.key })
  }
  return mergeMessages(pieces)
}

const cache = { cache_control: { type: 'ephemeral' } }

describe('what is read in', () => {
  it('goes back to Anthropic as it came', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const messages = [
      {
        role: 'user',
        content: [{ type: 'text', text: 'Look', ...cache }, image],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'redacted_thinking', data: 'd' },
          { type: 'text', text: 'So.', citations: [{ type: 'char_location', cited_text: 'x' }] },
          { type: 'server_tool_use', id: 'w', name: 'web_search', input: { query: 'q' } },
          { type: 'tool_use', id: 'c', name: 'read', input: { path: 'a' }, ...cache },
          { type: 'tool_use', id: 'd', name: 'look', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'let a', ...cache }] },
          { type: 'tool_result', tool_use_id: 'd', is_error: true, content: [{ type: 'text', text: 'no' }, image] },
          {
            type: 'document',
            title: 'T',
            context: 'C',
            source: { type: 'text', media_type: 'text/plain', data: 'words' },
          },
          { type: 'document', source: { type: 'content', content: 'more' }, ...cache },
          { type: 'image', source: { type: 'file', file_id: 'f' } },
          { type: 'text', text: 'And?' },
        ],
      },
    ]
    const prompt = { tools: [], system: null, messages: await messagesOf(anthropic, messages) }
    expect(toAnthropic(prompt).request).toEqual({ messages })
  })

  it('goes back to OpenAI as it came', async () => {
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'https://example.org/a.png', detail: 'low' } },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
          { type: 'file', file: { file_id: 'f' } },
        ],
      },
      {
        role: 'assistant',
        content: 'So.',
        reasoning_content: 'hm',
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } },
          { id: 'd', type: 'function', function: { name: 'f', arguments: '{"id":12345678901234567890}' } },
          { id: 'e', type: 'custom', custom: { name: 'g', input: 'free text' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c', content: 'let a' },
      { role: 'tool', tool_call_id: 'd', content: 'ok' },
      { role: 'tool', tool_call_id: 'e', content: 'ok' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
      { role: 'user', content: 'And?' },
    ]
    const prompt = { tools: [], system: null, messages: await messagesOf(openai, messages) }
    expect(toChatCompletions(prompt).request).toEqual({ messages })
  })
})
