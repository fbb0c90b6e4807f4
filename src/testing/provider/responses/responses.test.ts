import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTurn, type LoopbackProvider, type Reply, says } from '../reply.ts'
import { startProvider } from '../start-provider.ts'

let provider: LoopbackProvider
let client: OpenAI
beforeAll(async () => {
  provider = await startProvider({ script: inTurn(says('')), window: 20_000 })
  client = new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'any', maxRetries: 0 })
})
afterAll(() => provider.close())

const ask = { model: 'gpt', input: 'hello' }
const text = 'One two three four five six seven.'

async function eventsOf(
  reply: Reply,
  more: Partial<OpenAI.Responses.ResponseCreateParamsStreaming> = {},
): Promise<readonly OpenAI.Responses.ResponseStreamEvent[]> {
  provider.use(inTurn(reply))
  const events: OpenAI.Responses.ResponseStreamEvent[] = []
  for await (const event of await client.responses.create({ ...ask, ...more, stream: true })) events.push(event)
  return events
}

describe('an answer of Responses', () => {
  it('comes as the events of the wire, in their order, numbered', async () => {
    const events = await eventsOf({
      kind: 'answer',
      parts: [
        { kind: 'reasoning', text: 'Let me think.' },
        { kind: 'text', text: 'Yes.' },
        { kind: 'tool-call', name: 'list', input: {} },
      ],
    })
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index))
  })

  it('is the same with and without a stream', async () => {
    const reply: Reply = {
      kind: 'answer',
      parts: [
        { kind: 'text', text },
        { kind: 'tool-call', id: 'call_1', name: 'read', input: { path: 'a "b"\n' } },
        { kind: 'tool-call', id: 'call_2', name: 'list', input: {} },
      ],
    }
    provider.use(inTurn(reply))
    const streamed = await client.responses.stream(ask).finalResponse()
    const whole = await client.responses.create(ask)
    expect(whole.output_text).toBe(text)
    expect(whole.output).toMatchObject([
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] },
      { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{"path":"a \\"b\\"\\n"}' },
      { type: 'function_call', call_id: 'call_2', name: 'list', arguments: '{}' },
    ])
    const bare = (response: OpenAI.Responses.Response): unknown =>
      response.output.map((item) => ({ ...item, id: '', parsed_arguments: null, content: null }))
    expect(bare(streamed)).toEqual(bare(whole))
    expect([streamed.output_text, streamed.usage]).toEqual([whole.output_text, whole.usage])
  })

  it('has encrypted reasoning for those who ask for it', async () => {
    provider.use(
      inTurn({
        kind: 'answer',
        parts: [
          { kind: 'reasoning', text: '', signature: 'sealed' },
          { kind: 'text', text },
        ],
      }),
    )
    const sealed = await client.responses.create({ ...ask, include: ['reasoning.encrypted_content'] })
    expect(sealed.output[0]).toMatchObject({ type: 'reasoning', summary: [], encrypted_content: 'sealed' })
    expect((await client.responses.create(ask)).output[0]).not.toHaveProperty('encrypted_content')
  })

  it('is incomplete where it was cut short', async () => {
    const [event] = (await eventsOf({ kind: 'answer', parts: [{ kind: 'text', text }], finish: 'length' })).slice(-1)
    expect(event).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    })
  })
})

describe('the usage of Responses', () => {
  it('says what of the input was cached, and what of the output was reasoning', async () => {
    provider.use(
      inTurn({
        kind: 'answer',
        parts: [
          { kind: 'reasoning', text: 'Let me think.' },
          { kind: 'text', text },
        ],
      }),
    )
    const long = { model: 'long', instructions: 'cat '.repeat(1500), input: 'hello' }
    const first = (await client.responses.create(long)).usage
    const second = (await client.responses.create(long)).usage
    expect(first).toMatchObject({ input_tokens: 1510, input_tokens_details: { cached_tokens: 0 } })
    expect(second).toMatchObject({ input_tokens: 1510, input_tokens_details: { cached_tokens: 1408 } })
    expect(second).toMatchObject({
      output_tokens: 12,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 1522,
    })
  })
})

describe('what was answered', () => {
  it('may be named instead of sent, and is counted all the same', async () => {
    provider.use(inTurn(says(text)))
    const first = await client.responses.create(ask)
    const again = { role: 'user' as const, content: 'again' }
    await client.responses.create({ model: 'gpt', input: [again], previous_response_id: first.id })
    const named = provider.requests.at(-1)
    const items = [
      { role: 'user' as const, content: 'hello' },
      { type: 'item_reference' as const, id: first.output[0]?.id ?? '' },
      again,
    ]
    await client.responses.create({ model: 'gpt', input: items })
    expect(named?.messages).toEqual([
      { role: 'user', text: 'hello' },
      { role: 'assistant', text },
      { role: 'user', text: 'again' },
    ])
    expect(provider.requests.at(-1)).toMatchObject({ messages: named?.messages, tokens: named?.tokens })
  })

  it('is not kept where the client does not want it, nor where it was cut', async () => {
    provider.use(inTurn(says(text)))
    const { id } = await client.responses.create({ ...ask, store: false })
    await expect(client.responses.create({ ...ask, previous_response_id: id })).rejects.toThrow(`'${id}' not found`)
    const [created] = await eventsOf({ kind: 'cut', parts: [{ kind: 'text', text }], after: 1, how: 'end' })
    const cut = created?.type === 'response.created' ? created.response.id : ''
    await expect(client.responses.create({ ...ask, previous_response_id: cut })).rejects.toThrow(`'${cut}' not found`)
    await expect(
      client.responses.create({ model: 'gpt', input: [{ type: 'item_reference', id: 'msg_nobody' }] }),
    ).rejects.toThrow("404 Item with id 'msg_nobody' not found")
  })
})

describe('what goes wrong at Responses', () => {
  it('is an error in the form of the provider', async () => {
    provider.use(inTurn({ kind: 'error', status: 429, message: 'Slower', retryAfter: 2 }))
    const error = await client.responses.create(ask).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(OpenAI.RateLimitError)
    expect(error.headers.get('retry-after')).toBe('2')
  })

  it('is a failed response in the middle of the stream', async () => {
    const events = await eventsOf({
      kind: 'error-midway',
      parts: [{ kind: 'text', text }],
      after: 1,
      message: 'Slower',
      type: 'rate_limit_exceeded',
    })
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      sequence_number: events.length - 1,
      response: { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slower' } },
    })
  })

  it('is an input that is too long, with figures', async () => {
    provider.use(inTurn(says('yes')))
    const error = await client.responses.create({ ...ask, input: 'cat '.repeat(30_000) }).catch((thrown) => thrown)
    expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded' })
    expect(error.message).toContain('limit of 20000 tokens. Your messages resulted in 30005 tokens')
  })

  it('is a connection that breaks off', async () => {
    await expect(eventsOf({ kind: 'cut', parts: [{ kind: 'text', text }], after: 2, how: 'reset' })).rejects.toThrow()
  })

  it('is a stream that ends without its end', async () => {
    const events = await eventsOf({ kind: 'cut', parts: [{ kind: 'text', text }], after: 2, how: 'end' })
    expect(events.at(-1)?.type).toBe('response.output_text.delta')
  })
})
