import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/core/content/json.ts'
import type { Part } from '../../src/core/content/part.ts'
import { inTurn, type LoopbackProvider, type Reply, says } from '../../src/testing/provider/reply.ts'
import { startProvider } from '../../src/testing/provider/start-provider.ts'
import { ask, callFor, look, message, modelAt, said, wires } from './harness.ts'

let provider: LoopbackProvider
beforeAll(async () => {
  provider = await startProvider({ script: inTurn(says('')) })
})
afterAll(() => provider.close())

/** The body of the request that goes on after an answer, with results for its calls. */
async function goOn(name: string, first: Reply, to = name): Promise<JsonObject> {
  provider.use(inTurn(first, says('done')))
  const { parts, failure } = await ask(modelAt(provider.url, name), callFor({ tools: [look] }))
  expect(failure).toBeUndefined()
  return sendBack(to, parts)
}

async function sendBack(name: string, parts: readonly Part[]): Promise<JsonObject> {
  provider.use(inTurn(says('done')))
  const results = parts.flatMap((part): Part[] =>
    part.kind === 'tool-call'
      ? [{ kind: 'tool-result', callId: part.callId, content: [{ kind: 'text', text: 'seen' }] }]
      : [],
  )
  const answered = results.length === 0 ? [said('go on')] : [message('user', ...results)]
  const messages = [said('hello'), message('assistant', ...parts), ...answered]
  const { failure } = await ask(modelAt(provider.url, name), callFor({ messages, tools: [look] }))
  expect(failure).toBeUndefined()
  return provider.requests.at(-1)?.body as JsonObject
}

/** An event stream as bytes. */
function stream(...events: readonly (Json | string)[]): Reply {
  const text = events.map((data) => {
    const type = typeof data === 'object' && data !== null && 'type' in data ? `event: ${data.type}\n` : ''
    return `${type}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
  })
  return { kind: 'bytes', text: text.join('') }
}

const answer: Reply = {
  kind: 'answer',
  parts: [
    { kind: 'reasoning', text: 'Let me think.', signature: 'signed' },
    { kind: 'text', text: 'I look.' },
    { kind: 'tool-call', id: 'call_1', name: 'look', input: { at: 'ä "b"' } },
    { kind: 'tool-call', id: 'call_2', name: 'look', input: {} },
  ],
}

describe('an answer goes back as it came', () => {
  it('to Anthropic, with the signature of its thinking', async () => {
    expect((await goOn('anthropic', answer)).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Let me think.', signature: 'signed' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'call_1', name: 'look', input: { at: 'ä "b"' } },
          { type: 'tool_use', id: 'call_2', name: 'look', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: 'seen' },
          { type: 'tool_result', tool_use_id: 'call_2', content: 'seen' },
        ],
      },
    ])
  })

  it('to Anthropic, with thinking that is redacted or not shown', async () => {
    const block = (index: number, content_block: Json, ...deltas: readonly Json[]): Json[] => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]
    const usage = { input_tokens: 1, output_tokens: 1 }
    const body = await goOn(
      'anthropic',
      stream(
        {
          type: 'message_start',
          message: { type: 'message', id: 'm', model: 'c', role: 'assistant', content: [], usage },
        },
        { type: 'ping' },
        ...block(0, { type: 'redacted_thinking', data: 'hidden' }),
        ...block(
          1,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'signature_delta', signature: 'unseen' },
        ),
        ...block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hm.' }),
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
        { type: 'message_stop' },
      ),
    )
    expect((body.messages as Json[])[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'redacted_thinking', data: 'hidden' },
        { type: 'thinking', thinking: '', signature: 'unseen' },
        { type: 'text', text: 'Hm.' },
      ],
    })
  })

  it('to Responses, with the items of its reasoning', async () => {
    const item = { type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed' }
    const part = (summary_index: number, text: string): Json[] => [
      { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', output_index: 0, summary_index },
      { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', output_index: 0, summary_index, delta: text },
      { type: 'response.reasoning_summary_part.done', item_id: 'rs_1', output_index: 0, summary_index },
    ]
    const spoken = { type: 'message', id: 'msg_1', role: 'assistant', phase: 'commentary' }
    const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', status: 'completed' }
    const body = await goOn(
      'openai',
      stream(
        { type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'gpt-5' } },
        { type: 'response.output_item.added', output_index: 0, item: { ...item, encrypted_content: 'early' } },
        ...part(0, 'First.'),
        ...part(1, 'Second.'),
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.output_item.added', output_index: 1, item: spoken },
        { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, delta: 'I look.' },
        { type: 'response.output_item.done', output_index: 1, item: spoken },
        { type: 'response.output_item.added', output_index: 2, item: { ...call, arguments: '' } },
        { type: 'response.output_item.done', output_index: 2, item: { ...call, arguments: '{"at":"here"}' } },
        {
          type: 'response.completed',
          response: {
            id: 'resp_1',
            status: 'completed',
            usage: { input_tokens: 9, output_tokens: 5, total_tokens: 14 },
          },
        },
      ),
    )
    expect(body.store).toBe(false)
    expect((body.input as Json[]).slice(1)).toEqual([
      {
        ...item,
        summary: [
          { type: 'summary_text', text: 'First.' },
          { type: 'summary_text', text: 'Second.' },
        ],
      },
      { role: 'assistant', content: 'I look.', phase: 'commentary' },
      { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{"at":"here"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'seen' },
    ])
  })

  it.each(['reasoning_content', 'reasoning'])(
    'to Chat Completions, with its reasoning in the field %s',
    async (field) => {
      const chunk = (delta: Json, finish_reason: string | null = null): Json => ({
        id: 'c',
        model: 'm',
        choices: [{ index: 0, delta, finish_reason }],
      })
      const call = { index: 0, id: 'call_1', function: { name: 'look', arguments: '{}' } }
      const body = await goOn(
        'deepseek',
        stream(
          chunk({ [field]: 'Let me ' }),
          chunk({ [field]: 'think.' }),
          chunk({ content: 'I look.' }),
          chunk({ tool_calls: [call] }, 'tool_calls'),
          '[DONE]',
        ),
      )
      expect((body.messages as Json[]).slice(1)).toEqual([
        {
          role: 'assistant',
          content: 'I look.',
          [field]: 'Let me think.',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'seen' },
      ])
    },
  )

  it('to Google, with the signature of its calls', async () => {
    const extra_content = { google: { thought_signature: 'signed' } }
    const call = {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'look', arguments: '{}' },
      extra_content,
    }
    const body = await goOn(
      'google',
      stream({
        id: 'c',
        model: 'm',
        choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }],
      }),
    )
    expect((body.messages as Json[])[1]).toMatchObject({ tool_calls: [{ id: 'call_1', extra_content }] })
  })
})

describe('what one provider said about its answer', () => {
  it.each(wires.flatMap(([, from]) => wires.filter(([, to]) => to !== from).map(([, to]) => [from, to])))(
    'of %s is not told to %s, and the rest is',
    async (from, to) => {
      const body = JSON.stringify(await goOn(from, answer, to))
      expect(body).not.toMatch(/Let me think|signed|"encrypted_content"|thinking/)
      expect(body).toContain('I look.')
      expect(body).toContain('call_2')
    },
  )

  it.each(wires)(
    'is nothing where the input of a call could not be read, and that goes back: %s',
    async (_wire, name) => {
      const reply: Reply = {
        kind: 'answer',
        parts: [{ kind: 'tool-call', id: 'call_1', name: 'look', input: { raw: '{"at' } }],
      }
      expect(JSON.stringify(await goOn(name, reply))).toMatch(/unparsed[\\":]+\{[\\"]+at/)
    },
  )
})
