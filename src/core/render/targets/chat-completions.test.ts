import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../content/part.ts'
import { toChatCompletions } from './chat-completions.ts'
import { call, message, png, prompt, text, whole } from './example-prompt.ts'

describe('toChatCompletions', () => {
  it('sends the whole prompt as the SDK types it', () => {
    const { request } = toChatCompletions(whole, { model: 'm', maxTokens: 9 })
    const typed: ChatCompletionCreateParamsNonStreaming = { model: '', ...request }
    expect(typed).toEqual({
      model: 'm',
      max_completion_tokens: 9,
      tools: [
        {
          type: 'function',
          function: { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
        },
      ],
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look at' },
            { type: 'image_url', image_url: { url: png } },
          ],
        },
        {
          role: 'assistant',
          content: 'Looking.',
          tool_calls: [
            { type: 'function', id: 'a', function: { name: 'look', arguments: '{"at":"a"}' } },
            { type: 'function', id: 'b', function: { name: 'look', arguments: '{"at":"b"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'one\n\n[image content]' },
        { role: 'tool', tool_call_id: 'b', content: '' },
        {
          role: 'user',
          content: [
            { type: 'text', text: '[content of the result a]' },
            { type: 'image_url', image_url: { url: png } },
            { type: 'text', text: 'and?' },
          ],
        },
        { role: 'system', content: 'Hurry.' },
        { role: 'assistant', content: 'Done.' },
      ],
    })
  })

  it('gives a message without text but with calls no content, and without calls no tool_calls', () => {
    const { request } = toChatCompletions(prompt(message('assistant', call('a'))))
    expect(request.messages[0]).toMatchObject({ role: 'assistant', content: null })
  })

  it('leaves reasoning out, and then merges what becomes neighbours, unless the server gave it beside the content', () => {
    const given: Part = { kind: 'reasoning', text: 'hm', provider: { openai: { reasoning_content: 'hm' } } }
    const thought: Part = { kind: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } }
    const { request } = toChatCompletions(
      prompt(
        message('user', text('a')),
        message('assistant', thought),
        message('user', text('b')),
        message('assistant', given, text('c')),
      ),
    )
    expect(request.messages).toEqual([
      { role: 'user', content: 'a\n\nb' },
      { role: 'assistant', content: 'c', reasoning_content: 'hm' },
    ])
  })

  it('lays its own data over blocks, and never those of another', () => {
    const calls = [call('a', { openai: { function: { name: 'look', arguments: '{bad' } }, anthropic: { caller: 1 } })]
    const refusal: Part = { kind: 'text', text: '', provider: { openai: { type: 'refusal', refusal: 'No.' } } }
    const foreign: Part = { kind: 'text', text: '', provider: { anthropic: { type: 'redacted_thinking', data: 'x' } } }
    const { request } = toChatCompletions(prompt(message('assistant', refusal, foreign, ...calls)))
    expect(request.messages).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'refusal', refusal: 'No.' }],
        tool_calls: [{ type: 'function', id: 'a', function: { name: 'look', arguments: '{bad' } }],
      },
    ])
  })

  it('sends sound that came as wav or mp3, and an answer in sound by its id', () => {
    const sound: Part = { kind: 'audio', ref: 'data:audio/wav;base64,aGk=' }
    const other: Part = { kind: 'audio', ref: 'data:audio/ogg;base64,aGk=' }
    const answer: Part = { kind: 'audio', ref: 'audio_1', provider: { openai: { audio: { id: 'audio_1' } } } }
    const { request } = toChatCompletions(prompt(message('user', sound, other), message('assistant', answer)))
    expect(request.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } },
          { type: 'text', text: '[audio content]' },
        ],
      },
      { role: 'assistant', content: '', audio: { id: 'audio_1' } },
    ])
  })
})
