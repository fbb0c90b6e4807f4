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

const ask = { model: 'gpt', messages: [{ role: 'user' as const, content: 'hello' }] }
const text = 'One two three four five six seven.'
const answer: Reply = {
  kind: 'answer',
  parts: [
    { kind: 'text', text },
    { kind: 'tool-call', id: 'call_1', name: 'read', input: { path: 'a "b"\n', lines: [1, 2] } },
    { kind: 'tool-call', id: 'call_2', name: 'list', input: {} },
  ],
}

async function chunksOf(reply: Reply, withUsage = false): Promise<readonly OpenAI.ChatCompletionChunk[]> {
  provider.use(inTurn(reply))
  const chunks: OpenAI.ChatCompletionChunk[] = []
  const options = withUsage ? { stream_options: { include_usage: true } } : {}
  for await (const chunk of await client.chat.completions.create({ ...ask, ...options, stream: true }))
    chunks.push(chunk)
  return chunks
}

describe('an answer of Chat Completions', () => {
  it('begins with the role, ends with the reason, and then says the usage to those who ask', async () => {
    const chunks = await chunksOf(says(text), true)
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '', refusal: null })
    expect(chunks.slice(1, -2).map(({ choices }) => choices[0]?.delta)).toEqual([
      { content: 'One two three' },
      { content: ' four five six' },
      { content: ' seven.' },
    ])
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' })
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 5, total_tokens: 13 } })
    expect(chunks.slice(0, -1).map(({ usage }) => usage)).toEqual(chunks.slice(1).map(() => null))
    expect((await chunksOf(says(text))).some((chunk) => 'usage' in chunk)).toBe(false)
  })

  it('ends its stream with [DONE]', async () => {
    provider.use(inTurn(says(text)))
    const body = JSON.stringify({ ...ask, stream: true })
    const raw = await (await fetch(`${provider.url}/v1/chat/completions`, { method: 'POST', body })).text()
    expect(raw).toMatch(/\n\ndata: \[DONE\]\n\n$/)
  })

  it('is the same with and without a stream', async () => {
    provider.use(inTurn(answer))
    const options = { stream_options: { include_usage: true } }
    const streamed = await client.chat.completions.stream({ ...ask, ...options }).finalChatCompletion()
    const whole = await client.chat.completions.create(ask)
    expect(whole.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: text,
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'read', arguments: '{"path":"a \\"b\\"\\n","lines":[1,2]}' },
          },
          { id: 'call_2', type: 'function', function: { name: 'list', arguments: '{}' } },
        ],
      },
    })
    expect(streamed.choices[0]?.finish_reason).toBe('tool_calls')
    expect(streamed.choices[0]?.message).toMatchObject(whole.choices[0]?.message ?? {})
    expect(streamed.usage).toEqual(whole.usage)
  })

  it('has no content where there are only calls', async () => {
    provider.use(inTurn({ kind: 'answer', parts: answer.parts.slice(1) }))
    expect((await client.chat.completions.create(ask)).choices[0]?.message.content).toBeNull()
    expect((await chunksOf({ kind: 'answer', parts: answer.parts.slice(1) }))[0]?.choices[0]?.delta.content).toBeNull()
  })

  it('counts reasoning apart, and as output', async () => {
    const reasoned: Reply = {
      kind: 'answer',
      parts: [
        { kind: 'reasoning', text: 'Let me think.' },
        { kind: 'text', text },
      ],
    }
    provider.use(inTurn(reasoned))
    const { usage, choices } = await client.chat.completions.create(ask)
    expect(choices[0]?.message).toMatchObject({ content: text, reasoning_content: 'Let me think.' })
    expect(usage).toMatchObject({ completion_tokens: 12, completion_tokens_details: { reasoning_tokens: 4 } })
  })
})

describe('the usage of Chat Completions', () => {
  it('says what of the prompt was cached, which is part of the prompt', async () => {
    provider.use(inTurn(says('yes')))
    const long = {
      model: 'long',
      messages: [{ role: 'system' as const, content: 'cat '.repeat(1500) }, ...ask.messages],
    }
    const first = (await client.chat.completions.create(long)).usage
    const second = (await client.chat.completions.create(long)).usage
    expect(first).toMatchObject({ prompt_tokens: 1510, prompt_tokens_details: { cached_tokens: 0 } })
    expect(second).toMatchObject({ prompt_tokens: 1510, prompt_tokens_details: { cached_tokens: 1408 } })
    expect(provider.requests.at(-1)).toMatchObject({ tokens: 1510, cached: 1408 })
  })
})

describe('what goes wrong at Chat Completions', () => {
  const failed = async (reply: Reply): Promise<InstanceType<typeof OpenAI.APIError>> => {
    provider.use(inTurn(reply))
    return client.chat.completions.create(ask).then(
      () => expect.unreachable(),
      (error) => error,
    )
  }

  it.each([
    [401, 'invalid_request_error', 'invalid_api_key', OpenAI.AuthenticationError],
    [404, 'invalid_request_error', 'model_not_found', OpenAI.NotFoundError],
    [429, 'requests', 'rate_limit_exceeded', OpenAI.RateLimitError],
    [503, 'server_error', null, OpenAI.InternalServerError],
  ])('is %i as %s', async (status, type, code, kind) => {
    const error = await failed({ kind: 'error', status, message: 'Sorry', retryAfter: 7 })
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ type, code, message: `${status} Sorry` })
    expect(error.headers?.get('retry-after')).toBe('7')
  })

  it('is of the type that was given, which is its code too', async () => {
    const error = await failed({ kind: 'error', status: 429, message: 'Pay', type: 'insufficient_quota' })
    expect(error).toMatchObject({ type: 'insufficient_quota', code: 'insufficient_quota' })
  })

  it('is an error chunk in the middle of the stream', async () => {
    const reply: Reply = {
      kind: 'error-midway',
      parts: [{ kind: 'text', text }],
      after: 1,
      message: 'The server had an error',
    }
    await expect(chunksOf(reply)).rejects.toThrow('The server had an error')
  })

  it('is a prompt that does not fit together with the answer that is asked for, with figures', async () => {
    provider.use(inTurn(says('yes')))
    const long = { ...ask, messages: [{ role: 'user' as const, content: 'cat '.repeat(15_000) }] }
    await client.chat.completions.create({ ...long, max_completion_tokens: 4000 })
    const error = await client.chat.completions
      .create({ ...long, max_completion_tokens: 6000 })
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded', type: 'invalid_request_error' })
    expect(error.message).toContain('maximum context length is 20000 tokens. However, you requested 21005 tokens')
  })

  it('is a connection that breaks off', async () => {
    await expect(chunksOf({ kind: 'cut', parts: [{ kind: 'text', text }], after: 2, how: 'reset' })).rejects.toThrow()
    await expect(
      failed({ kind: 'cut', parts: [{ kind: 'text', text }], after: 2, how: 'reset' }),
    ).resolves.toBeInstanceOf(Error)
    await expect(failed({ kind: 'cut', parts: [], after: 0, how: 'reset' })).resolves.toBeInstanceOf(
      OpenAI.APIConnectionError,
    )
  })

  it('is a stream that ends without its end', async () => {
    const chunks = await chunksOf({ kind: 'cut', parts: [{ kind: 'text', text }], after: 2, how: 'end' })
    expect(chunks).toHaveLength(3)
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([null, null, null])
  })
})
