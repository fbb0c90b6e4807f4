import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calls, inTurn, type LoopbackProvider, type Reply, says } from '../reply.ts'
import { startProvider } from '../start-provider.ts'

let provider: LoopbackProvider
let client: Anthropic
beforeAll(async () => {
  provider = await startProvider({ script: inTurn(says('')), window: 20_000 })
  client = new Anthropic({ baseURL: provider.url, apiKey: 'any', maxRetries: 0 })
})
afterAll(() => provider.close())

const ask = { model: 'claude', max_tokens: 100, messages: [{ role: 'user' as const, content: 'hello' }] }
const text = 'One two three four five six seven.'

function answer(reply: Reply): Promise<Anthropic.Message> {
  provider.use(inTurn(reply))
  return client.messages.stream(ask).finalMessage()
}

async function eventsOf(reply: Reply): Promise<readonly Anthropic.RawMessageStreamEvent[]> {
  provider.use(inTurn(reply))
  const events: Anthropic.RawMessageStreamEvent[] = []
  for await (const event of await client.messages.create({ ...ask, stream: true })) events.push(event)
  return events
}

describe('an answer of Messages', () => {
  it('comes as the events of the wire, in their order', async () => {
    const events = await eventsOf(says(text))
    expect(events.map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
  })

  it('is the same with and without a stream', async () => {
    const reply: Reply = {
      kind: 'answer',
      parts: [
        { kind: 'reasoning', text: 'Let me think about this.', signature: 'signed' },
        { kind: 'text', text },
        { kind: 'tool-call', id: 'toolu_1', name: 'read', input: { path: 'a "b"\n', lines: [1, 2] } },
        { kind: 'tool-call', id: 'toolu_2', name: 'list', input: {} },
      ],
    }
    const streamed = await answer(reply)
    provider.use(inTurn(reply))
    const whole = await client.messages.create(ask)
    expect(whole.content).toEqual(streamed.content)
    expect(whole).toMatchObject({
      content: [
        { type: 'thinking', thinking: 'Let me think about this.', signature: 'signed' },
        { type: 'text', text },
        { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a "b"\n', lines: [1, 2] } },
        { type: 'tool_use', id: 'toolu_2', name: 'list', input: {} },
      ],
      stop_reason: 'tool_use',
    })
    expect(streamed.stop_reason).toBe('tool_use')
    expect(streamed.usage.output_tokens).toBe(whole.usage.output_tokens)
    expect(streamed.usage.output_tokens).toBeGreaterThan(streamed.usage.output_tokens_details?.thinking_tokens ?? 0)
    expect(streamed.usage.output_tokens_details?.thinking_tokens).toBeGreaterThan(0)
  })

  it('gives calls ids of their own', async () => {
    const { content } = await answer(calls({ name: 'list', input: {} }, { name: 'list', input: {} }))
    const ids = content.map((block) => (block.type === 'tool_use' ? block.id : ''))
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toMatch(/^toolu_\w{24}$/)
  })

  it.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['content-filter', 'refusal'],
  ] as const)('ends by %s as %s', async (finish, reason) => {
    expect((await answer({ kind: 'answer', parts: [{ kind: 'text', text }], finish })).stop_reason).toBe(reason)
  })

  it('sends an input that is no JSON as it is', async () => {
    const reply: Reply = { kind: 'answer', parts: [{ kind: 'tool-call', name: 'read', input: { raw: '{"path": ' } }] }
    const pieces = (await eventsOf(reply)).flatMap((event) =>
      event.type === 'content_block_delta' && event.delta.type === 'input_json_delta' ? [event.delta.partial_json] : [],
    )
    expect(pieces.join('')).toBe('{"path": ')
  })
})

describe('the usage of Messages', () => {
  const system = (words: string): Anthropic.TextBlockParam[] => [
    { type: 'text', text: `${words} `.repeat(1500), cache_control: { type: 'ephemeral' } },
  ]

  it('says what was written to the cache, and what the next call read of it', async () => {
    provider.use(inTurn(says('yes')))
    const first = (await client.messages.create({ ...ask, system: system('cat') })).usage
    expect(first).toMatchObject({ cache_read_input_tokens: 0, cache_creation_input_tokens: 1505, input_tokens: 5 })
    expect(first.cache_creation).toEqual({ ephemeral_5m_input_tokens: 1505, ephemeral_1h_input_tokens: 0 })
    const second = (await client.messages.stream({ ...ask, system: system('cat') }).finalMessage()).usage
    expect(second).toMatchObject({ cache_read_input_tokens: 1505, cache_creation_input_tokens: 0, input_tokens: 5 })
    expect(provider.requests.at(-1)).toMatchObject({ tokens: 1510, cached: 1505 })
  })

  it('keeps a cache for each model', async () => {
    provider.use(inTurn(says('yes')))
    await client.messages.create({ ...ask, system: system('dog') })
    const other = await client.messages.create({ ...ask, model: 'other', system: system('dog') })
    expect(other.usage.cache_read_input_tokens).toBe(0)
  })

  it('is what count_tokens says', async () => {
    const { max_tokens: _, ...counted } = { ...ask, system: system('bird') }
    expect(await client.messages.countTokens(counted)).toEqual({ input_tokens: 1510 })
  })
})

describe('what goes wrong at Messages', () => {
  it.each([
    [401, 'authentication_error', Anthropic.AuthenticationError],
    [403, 'permission_error', Anthropic.PermissionDeniedError],
    [404, 'not_found_error', Anthropic.NotFoundError],
    [429, 'rate_limit_error', Anthropic.RateLimitError],
    [500, 'api_error', Anthropic.InternalServerError],
    [529, 'overloaded_error', Anthropic.InternalServerError],
  ])('is %i as %s', async (status, type, kind) => {
    const error = await answer({ kind: 'error', status, message: 'Sorry', retryAfter: 7 }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(kind)
    expect(error.error).toMatchObject({ type: 'error', error: { type, message: 'Sorry' } })
    expect(error.headers.get('retry-after')).toBe('7')
  })

  it('is the body that was given, where one was', async () => {
    const error = await answer({ kind: 'error', status: 502, message: '', body: '<html>Bad Gateway</html>' }).catch(
      (e) => e,
    )
    expect([error.status, error.message]).toEqual([502, expect.stringContaining('Bad Gateway')])
  })

  it('is an error event in the middle of the stream', async () => {
    const reply: Reply = { kind: 'error-midway', parts: [{ kind: 'text', text }], after: 1, message: 'Overloaded' }
    const error = await answer(reply).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(Anthropic.APIError)
    expect(error.message).toContain('overloaded_error')
  })

  it('is a prompt that is too long, with figures', async () => {
    provider.use(inTurn(says('yes')))
    const long = { ...ask, messages: [{ role: 'user' as const, content: 'cat '.repeat(30_000) }] }
    const error = await client.messages.create(long).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(Anthropic.BadRequestError)
    expect(error.message).toContain('prompt is too long: 30005 tokens > 20000 maximum')
  })

  it('is a connection that breaks off, or ends, before the answer is complete', async () => {
    for (const how of ['reset', 'end'] as const) {
      const reply: Reply = { kind: 'cut', parts: [{ kind: 'text', text }], after: 2, how }
      await expect(answer(reply)).rejects.toThrow()
    }
  })
})

describe('a cut', () => {
  const cut = (after: number): Reply => ({ kind: 'cut', parts: [{ kind: 'text', text }], after, how: 'end' })
  beforeEach(() => provider.use(inTurn(says(''))))

  it.each([
    [0, []],
    [1, ['One two three']],
    [2, ['One two three', ' four five six']],
    [9, ['One two three', ' four five six', ' seven.']],
  ])('after %i pieces sends these, and no end', async (after, pieces) => {
    const events = await eventsOf(cut(after))
    expect(events[0]?.type).toBe('message_start')
    expect(events.flatMap((event) => (event.type === 'content_block_delta' ? [event.delta] : []))).toEqual(
      pieces.map((piece) => ({ type: 'text_delta', text: piece })),
    )
    expect(events.map(({ type }) => type)).not.toContain('message_delta')
  })
})

describe('a reply that hangs', () => {
  it('sends its pieces, then nothing, until the client goes away', async () => {
    provider.use(inTurn({ kind: 'hang', parts: [{ kind: 'text', text }], after: 1 }))
    const stream = await client.messages.create({ ...ask, stream: true })
    const seen: string[] = []
    await expect(async () => {
      for await (const event of stream) {
        seen.push(event.type)
        if (event.type === 'content_block_delta') setTimeout(() => stream.controller.abort(), 20)
      }
      throw new Error(seen.join())
    }).rejects.toThrow(/^message_start,content_block_start,content_block_delta$/)
  })
})
