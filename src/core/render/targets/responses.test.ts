import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../content/part.ts'
import { call, message, png, prompt, whole } from './example-prompt.ts'
import { toResponses } from './responses.ts'

describe('toResponses', () => {
  it('sends the whole prompt as the SDK types it', () => {
    const { request } = toResponses(whole, { model: 'm', maxTokens: 9 })
    const typed: ResponseCreateParamsNonStreaming = request
    expect(typed).toEqual({
      model: 'm',
      max_output_tokens: 9,
      instructions: 'Be brief.',
      tools: [
        {
          type: 'function',
          name: 'look',
          description: 'Looks.',
          parameters: { type: 'object', properties: {} },
          strict: false,
        },
      ],
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look at' },
            { type: 'input_image', detail: 'auto', image_url: png },
          ],
        },
        { type: 'message', role: 'assistant', content: 'Looking.' },
        { type: 'function_call', call_id: 'a', name: 'look', arguments: '{"at":"a"}' },
        { type: 'function_call', call_id: 'b', name: 'look', arguments: '{"at":"b"}' },
        {
          type: 'function_call_output',
          call_id: 'a',
          output: [
            { type: 'input_text', text: 'one' },
            { type: 'input_image', detail: 'auto', image_url: png },
          ],
        },
        { type: 'function_call_output', call_id: 'b', output: '' },
        { type: 'message', role: 'user', content: 'and?' },
        { type: 'message', role: 'system', content: 'Hurry.' },
        { type: 'message', role: 'assistant', content: 'Done.' },
      ],
    })
  })

  it('sends reasoning back as the item it came as, and no other reasoning', () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' }
    const own: Part = { kind: 'reasoning', text: 'hm', provider: { openai: item } }
    const foreign: Part = { kind: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } }
    const { request } = toResponses(prompt(message('assistant', own, foreign, call('a', { openai: { id: 'fc_1' } }))))
    expect(request.input).toEqual([
      item,
      { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'look', arguments: '{"at":"a"}' },
    ])
  })

  it('does not send what only Chat Completions understands', () => {
    const refusal: Part = { kind: 'text', text: '', provider: { openai: { type: 'refusal', refusal: 'No.' } } }
    const made = call('a', { openai: { function: { name: 'look', arguments: '{bad' } } })
    const { request } = toResponses(prompt(message('assistant', refusal, made)))
    expect(request.input).toEqual([{ type: 'function_call', call_id: 'a', name: 'look', arguments: '{"at":"a"}' }])
  })
})
