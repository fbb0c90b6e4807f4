import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../content/part.ts'
import type { Message } from '../message.ts'
import { toAnthropic } from './anthropic.ts'
import { call, message, prompt, result, text, whole } from './example-prompt.ts'

describe('toAnthropic', () => {
  it('sends the whole prompt as the SDK types it', () => {
    const { request, warnings } = toAnthropic(whole, { model: 'm', maxTokens: 9 })
    const typed: MessageCreateParamsNonStreaming = { model: '', max_tokens: 1, ...request }
    const source = { type: 'base64', media_type: 'image/png', data: 'aGk=' }
    expect(typed).toEqual({
      model: 'm',
      max_tokens: 9,
      system: 'Be brief.',
      tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object', properties: {} } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look at' },
            { type: 'image', source },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', id: 'a', name: 'look', input: { at: 'a' } },
            { type: 'tool_use', id: 'b', name: 'look', input: { at: 'b' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'a',
              content: [
                { type: 'text', text: 'one' },
                { type: 'image', source },
              ],
            },
            { type: 'tool_result', tool_use_id: 'b' },
            { type: 'text', text: 'and?\n\n<system>\nHurry.\n</system>' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      ],
    })
    expect(warnings).toEqual([expect.stringContaining('last message')])
  })

  it('sends reasoning only with its signature, and redacted reasoning as it came', () => {
    const signed: Part = { kind: 'reasoning', text: ' hm ', provider: { anthropic: { signature: 's' } } }
    const redacted: Part = {
      kind: 'reasoning',
      text: '',
      provider: { anthropic: { type: 'redacted_thinking', data: 'x' } },
    }
    const { request } = toAnthropic(
      prompt(message('assistant', signed, redacted, { kind: 'reasoning', text: 'unsigned' }, text('a'))),
    )
    expect(request.messages[0]?.content).toEqual([
      { type: 'thinking', thinking: ' hm ', signature: 's' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'text', text: 'a' },
    ])
  })

  it('says that a model message first is refused', () => {
    const { request, warnings } = toAnthropic(
      prompt(message('assistant', text('Once')), message('user', text('Go on'))),
    )
    expect(request.messages.map(({ role }) => role)).toEqual(['assistant', 'user'])
    expect(warnings).toEqual([expect.stringContaining('first message')])
  })

  it('makes the ids of calls unique and such as the provider takes, in calls and results alike', () => {
    const { request } = toAnthropic(
      prompt(
        message('assistant', call('functions.look:0'), call('x')),
        message('user', result('functions.look:0'), result('x')),
        message('assistant', call('x')),
        message('user', result('x')),
      ),
    )
    const ids = request.messages.flatMap(({ content }) =>
      content.map((block) => ('id' in block ? block.id : 'tool_use_id' in block && block.tool_use_id)),
    )
    expect(ids).toEqual(['functions_look_0', 'x', 'functions_look_0', 'x', 'x_2', 'x_2'])
  })

  it('sets four breakpoints at the most: tools, system, then the last sections that end', () => {
    const edged = (role: Message['role'], value: string): Message => ({ ...message(role, text(value)), edges: [0] })
    const messages = [edged('user', '1'), edged('assistant', '2'), edged('user', '3')]
    const cached = { cache_control: { type: 'ephemeral' } }
    const { request } = toAnthropic({ ...whole, messages }, { cacheBreakpoints: true })
    expect(request.tools).toEqual([expect.objectContaining(cached)])
    expect(request.system).toEqual([{ type: 'text', text: 'Be brief.', ...cached }])
    expect(request.messages.map(({ content }) => 'cache_control' in (content[0] ?? {}))).toEqual([false, true, true])
    const bare = toAnthropic(prompt(...messages), { cacheBreakpoints: true }).request
    expect(bare.messages.map(({ content }) => 'cache_control' in (content[0] ?? {}))).toEqual([true, true, true])
  })

  it('puts no breakpoint on reasoning', () => {
    const signed: Part = { kind: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } }
    const last: Message = { ...message('assistant', text('a'), signed), edges: [1] }
    const { request } = toAnthropic(prompt(message('user', text('q')), last), { cacheBreakpoints: true })
    expect(request.messages[1]?.content.map((block) => 'cache_control' in block)).toEqual([true, false])
  })

  it('keeps four imported breakpoints, the last ones, and replaces all of them by its own on demand', () => {
    const marked = (value: string): Part => ({
      kind: 'text',
      text: value,
      provider: { anthropic: { cache_control: { type: 'ephemeral', ttl: '1h' } } },
    })
    const one = { ...message('user', ...['1', '2', '3', '4', '5'].map(marked)), edges: [1] }
    const kept = toAnthropic(prompt(one))
    expect(kept.request.messages[0]?.content.map((block) => 'cache_control' in block)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    expect(kept.warnings).toHaveLength(1)
    const { request } = toAnthropic(prompt(one), { cacheBreakpoints: true })
    expect(request.messages[0]?.content.map((block) => 'cache_control' in block)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })
})
