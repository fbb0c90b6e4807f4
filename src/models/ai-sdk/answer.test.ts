import { describe, expect, it } from 'vitest'
import { toAnthropic } from '../../core/render/targets/anthropic.ts'
import { toChatCompletions } from '../../core/render/targets/chat-completions.ts'
import { toResponses } from '../../core/render/targets/responses.ts'
import type { ModelEvent } from '../language-model.ts'
import type { ProviderApi } from '../providers/provider.ts'
import { type AnswerEvent, newAnswer } from './answer.ts'
import { noFacts, type RawFacts } from './raw-facts.ts'

function partsOf(api: ProviderApi, key: string, events: readonly AnswerEvent[], facts: RawFacts = noFacts) {
  const answer = newAnswer(api, key, () => facts)
  for (const event of events) answer.take(event)
  return answer.finish().flatMap((event) => (event.kind === 'part' ? [event.part] : []))
}

const reasoned: readonly AnswerEvent[] = [
  { type: 'reasoning-start', id: '0' },
  { type: 'reasoning-delta', id: '0', text: 'hm' },
  { type: 'reasoning-delta', id: '0', text: '', providerMetadata: { anthropic: { signature: 's' } } },
  { type: 'reasoning-end', id: '0' },
  { type: 'reasoning-start', id: '1', providerMetadata: { anthropic: { redactedData: 'hidden' } } },
  { type: 'reasoning-end', id: '1' },
]

describe('the parts of an answer', () => {
  it('are told once, in the order in which they began', () => {
    const answer = newAnswer('chat-completions', 'mine', () => noFacts)
    const told = (...events: readonly AnswerEvent[]): ModelEvent[] => {
      for (const event of events) answer.take(event)
      return answer.release()
    }
    expect(told({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', text: 'a' })).toEqual([])
    expect(told({ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {} })).toEqual([])
    expect(told({ type: 'text-end', id: 't' })).toMatchObject([
      { part: { kind: 'text' } },
      { part: { kind: 'tool-call' } },
    ])
    expect(told()).toEqual([])
    expect(answer.finish()).toEqual([])
  })

  it('tell blank texts apart from what is said, and files that were made from both', () => {
    const file = { base64: 'aGk=', mediaType: 'image/png' }
    expect(
      partsOf('responses', 'openai', [
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', text: '\n' },
        { type: 'file', file },
      ]),
    ).toMatchObject([{ kind: 'file', ref: 'data:image/png;base64,aGk=', mediaType: 'image/png', text: '' }])
  })

  it('hold a call that was never finished as what was written of it', () => {
    const answer = newAnswer('responses', 'openai', () => noFacts)
    answer.take({ type: 'tool-input-start', id: 'c', toolName: 'look' })
    answer.take({ type: 'tool-input-delta', id: 'c', delta: '{"at":' })
    expect(answer.finish()).toMatchObject([{ part: { input: { unparsed: '{"at":' } }, fault: expect.any(String) }])
  })
})

describe('the input of a call', () => {
  it('is not read where it is nested too deeply', () => {
    const written = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    const answer = newAnswer('anthropic', 'anthropic', () => noFacts)
    answer.take({ type: 'tool-input-start', id: 'c', toolName: 'look' })
    answer.take({ type: 'tool-input-delta', id: 'c', delta: written })
    answer.take({ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: JSON.parse(written) })
    expect(answer.finish()).toMatchObject([
      { part: { input: { unparsed: written } }, fault: expect.stringContaining('deep') },
    ])
  })
})

describe('why a call has no input', () => {
  it.each([
    ['{"at":', /^Unexpected end of JSON input\.$/],
    ['[1]', /^it is no JSON object\.$/],
  ])('is the reason alone: %s', (written, reason) => {
    const answer = newAnswer('anthropic', 'anthropic', () => noFacts)
    answer.take({ type: 'tool-input-start', id: 'c', toolName: 'look' })
    answer.take({ type: 'tool-input-delta', id: 'c', delta: written })
    expect(answer.finish()).toMatchObject([{ fault: expect.stringMatching(reason) }])
  })
})

describe('what a provider said of its answer', () => {
  it('stands as the Anthropic target sends it', () => {
    const parts = partsOf('anthropic', 'anthropic', reasoned)
    const { request } = toAnthropic({ tools: [], system: null, messages: [{ role: 'assistant', parts, nodes: [] }] })
    expect(request.messages[0]?.content).toEqual([
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'redacted_thinking', data: 'hidden' },
    ])
  })

  it('stands as the Responses target sends it', () => {
    const openai = { itemId: 'rs_1', reasoningEncryptedContent: 'sealed' }
    const parts = partsOf('responses', 'openai', [
      {
        type: 'reasoning-start',
        id: 'rs_1:0',
        providerMetadata: { openai: { itemId: 'rs_1', reasoningEncryptedContent: null } },
      },
      { type: 'reasoning-delta', id: 'rs_1:0', text: 'one' },
      { type: 'reasoning-end', id: 'rs_1:0', providerMetadata: { openai: { itemId: 'rs_1' } } },
      { type: 'reasoning-start', id: 'rs_1:1' },
      { type: 'reasoning-delta', id: 'rs_1:1', text: 'two' },
      { type: 'reasoning-end', id: 'rs_1:1', providerMetadata: { openai } },
      { type: 'text-start', id: 'msg_1', providerMetadata: { openai: { itemId: 'msg_1', phase: 'final_answer' } } },
      { type: 'text-delta', id: 'msg_1', text: 'so' },
    ])
    expect(parts[0]).toMatchObject({ text: 'one\n\ntwo' })
    const { request } = toResponses({ tools: [], system: null, messages: [{ role: 'assistant', parts, nodes: [] }] })
    expect(request.input).toEqual([
      {
        type: 'reasoning',
        id: 'rs_1',
        encrypted_content: 'sealed',
        summary: [
          { type: 'summary_text', text: 'one' },
          { type: 'summary_text', text: 'two' },
        ],
      },
      { type: 'message', role: 'assistant', content: 'so', phase: 'final_answer' },
    ])
  })

  it('stands as the Chat Completions target sends it, and nothing is made up where no field is known', () => {
    const facts: RawFacts = { ...noFacts, reasoningField: 'reasoning_content' }
    const parts = partsOf('chat-completions', 'openai', reasoned.slice(0, 2), facts)
    const text = { kind: 'text', text: 'so' } as const
    const { request } = toChatCompletions({
      tools: [],
      system: null,
      messages: [{ role: 'assistant', parts: [...parts, text], nodes: [] }],
    })
    expect(request.messages).toEqual([{ role: 'assistant', content: 'so', reasoning_content: 'hm' }])
    expect(partsOf('chat-completions', 'openai', reasoned.slice(0, 2))).toEqual([{ kind: 'reasoning', text: 'hm' }])
  })
})
