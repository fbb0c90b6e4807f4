import { modelMessageSchema, type ModelMessage as SdkMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../content/part.ts'
import { toModelMessages } from './ai-sdk.ts'
import { call, message, png, prompt, text, whole } from './example-prompt.ts'

describe('toModelMessages', () => {
  it('sends the whole prompt as the SDK types and checks it', () => {
    const { request } = toModelMessages(whole)
    const typed: SdkMessage[] = request.messages
    for (const each of typed) expect(modelMessageSchema.safeParse(each).error).toBeUndefined()
    expect(request).toEqual({
      allowSystemInMessages: true,
      tools: [
        { type: 'function', name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } },
      ],
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look at' },
            { type: 'image', image: png, mediaType: 'image/png' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { at: 'a' } },
            { type: 'tool-call', toolCallId: 'b', toolName: 'look', input: { at: 'b' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'a',
              toolName: 'look',
              output: {
                type: 'content',
                value: [
                  { type: 'text', text: 'one' },
                  { type: 'file-data', data: 'aGk=', mediaType: 'image/png' },
                ],
              },
            },
            { type: 'tool-result', toolCallId: 'b', toolName: 'look', output: { type: 'text', value: '' } },
          ],
        },
        { role: 'user', content: 'and?' },
        { role: 'system', content: 'Hurry.' },
        { role: 'assistant', content: 'Done.' },
      ],
    })
  })

  it('hands provider data to the SDK, and reasoning only with them', () => {
    const signed: Part = { kind: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } }
    const item: Part = {
      kind: 'reasoning',
      text: '',
      provider: { openai: { type: 'reasoning', id: 'rs_1', encrypted_content: 'x' } },
    }
    const opaque: Part = { kind: 'text', text: '', provider: { anthropic: { type: 'server_tool_use' } } }
    const { request, warnings } = toModelMessages(
      prompt(message('assistant', signed, item, { kind: 'reasoning', text: 'bare' }, opaque)),
    )
    expect(request.messages).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 's' } } },
          {
            type: 'reasoning',
            text: '',
            providerOptions: { openai: expect.objectContaining({ itemId: 'rs_1', reasoningEncryptedContent: 'x' }) },
          },
        ],
      },
    ])
    expect(warnings).toHaveLength(1)
  })

  it('gives each summary of a reasoning item a part of its own', () => {
    const summary = ['one', 'two'].map((each) => ({ type: 'summary_text', text: each }))
    const item: Part = {
      kind: 'reasoning',
      text: 'one\n\ntwo',
      provider: { openai: { type: 'reasoning', id: 'rs_1', encrypted_content: 'x', summary } },
    }
    const options = { openai: expect.objectContaining({ itemId: 'rs_1', reasoningEncryptedContent: 'x' }) }
    expect(toModelMessages(prompt(message('assistant', item))).request.messages).toEqual([
      {
        role: 'assistant',
        content: ['one', 'two'].map((each) => ({ type: 'reasoning', text: each, providerOptions: options })),
      },
    ])
  })

  it('sets breakpoints where sections end, and replaces those that came, only when asked to', () => {
    const cached: Part = { ...text('old'), provider: { anthropic: { cache_control: { type: 'ephemeral' }, id: 1 } } }
    const asked = {
      ...prompt({ ...message('user', text('bundle'), cached), edges: [0] }),
      system: 'Be brief.',
      tools: whole.tools,
    }
    const mark = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
    const { request } = toModelMessages(asked, { cacheBreakpoints: true })
    expect(request.messages).toEqual([
      { role: 'system', content: 'Be brief.', ...mark },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'bundle', ...mark },
          { type: 'text', text: 'old', providerOptions: { anthropic: { id: 1 } } },
        ],
      },
    ])
    expect(request.tools).toEqual([expect.objectContaining({ name: 'look', ...mark })])
    const plain = { ...asked, messages: [message('user', text('bundle'), cached)] }
    expect(toModelMessages(plain, { cacheBreakpoints: false })).toEqual(toModelMessages(plain))
    expect(JSON.stringify(toModelMessages(plain))).not.toContain('cacheControl')
  })

  it('says that a result is an error', () => {
    const failed: Part = { kind: 'tool-result', callId: 'a', content: [text('broken')], isError: true }
    const { request } = toModelMessages(prompt(message('assistant', call('a')), message('user', failed)))
    expect(request.messages[1]).toMatchObject({ content: [{ output: { type: 'error-text', value: 'broken' } }] })
  })
})
