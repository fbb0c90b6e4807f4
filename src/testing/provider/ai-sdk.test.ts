import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, isStepCount, type LanguageModel, streamText, tool } from 'ai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inTurn, type LoopbackProvider, type Reply, says } from './reply.ts'
import { startProvider } from './start-provider.ts'

const clients: readonly (readonly [string, (url: string) => LanguageModel])[] = [
  ['@ai-sdk/anthropic', (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'any' })('claude-sonnet-4-5')],
  ['@ai-sdk/openai', (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'any' })('gpt-5')],
  [
    '@ai-sdk/openai-compatible',
    (url) => createOpenAICompatible({ name: 'loopback', baseURL: `${url}/v1`, includeUsage: true })('local'),
  ],
]

const read = tool({
  description: 'Reads a file.',
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => `what is in ${path}`,
})
const text = 'One two three four five six seven.'
const looking: Reply = {
  kind: 'answer',
  parts: [
    { kind: 'reasoning', text: 'I should look first.' },
    { kind: 'text', text: 'I look.' },
    { kind: 'tool-call', name: 'read', input: { path: 'a.ts' } },
    { kind: 'tool-call', name: 'read', input: { path: 'b.ts' } },
  ],
}

describe.each(clients)('%s at the loopback provider', (name, modelAt) => {
  let provider: LoopbackProvider
  let model: LanguageModel
  beforeEach(async () => {
    provider = await startProvider({ script: inTurn(says(text)), window: 50_000 })
    model = modelAt(provider.url)
  })
  afterEach(() => provider.close())

  async function streamed(
    reply: Reply,
  ): Promise<{ readonly types: readonly string[]; readonly errors: readonly unknown[] }> {
    provider.use(inTurn(reply))
    const errors: unknown[] = []
    const types: string[] = []
    const onError = ({ error }: { error: unknown }): number => errors.push(error)
    const { stream } = streamText({ model, prompt: 'hello', maxRetries: 0, maxOutputTokens: 500, onError })
    try {
      for await (const { type } of stream) types.push(type)
    } catch (error) {
      errors.push(error)
    }
    return { types, errors }
  }

  it('streams a turn with reasoning and parallel tools, which goes back as the provider wants it', async () => {
    provider.use(inTurn(looking, says(text)))
    const turn = streamText({
      model,
      instructions: 'Be kind.',
      prompt: 'hello',
      tools: { read },
      stopWhen: isStepCount(3),
      maxRetries: 0,
      maxOutputTokens: 500,
    })
    expect(await turn.text).toBe(text)
    const [first, second] = await turn.steps
    expect(first).toMatchObject({ reasoningText: 'I should look first.', text: 'I look.', finishReason: 'tool-calls' })
    expect(first?.toolResults.map(({ output }) => output)).toEqual(['what is in a.ts', 'what is in b.ts'])
    expect(second?.finishReason).toBe('stop')
    expect(provider.requests.map(({ tools }) => tools)).toEqual([['read'], ['read']])
    expect(provider.requests[1]?.messages).toEqual([
      { role: 'system', text: 'Be kind.' },
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: 'I look.\nread({"path":"a.ts"})\nread({"path":"b.ts"})' },
      { role: 'tool', text: 'what is in a.ts' },
      { role: 'tool', text: 'what is in b.ts' },
    ])
    expect(first?.usage).toMatchObject({
      inputTokens: provider.requests[0]?.tokens,
      outputTokenDetails: { reasoningTokens: 5 },
    })
    expect(second?.usage.inputTokens).toBe(provider.requests[1]?.tokens)
  })

  it('says with the second call what was cached', async () => {
    const cacheControl = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const
    const ask = async (prompt: string): Promise<number | undefined> => {
      const { usage } = await generateText({
        model,
        instructions: { role: 'system', content: 'cat '.repeat(1500), providerOptions: cacheControl },
        prompt,
        maxOutputTokens: 500,
      })
      expect(usage.inputTokens).toBe(provider.requests.at(-1)?.tokens)
      return usage.inputTokenDetails.cacheReadTokens
    }
    expect(await ask('hello')).toBe(0)
    expect(await ask('and again')).toBe(name === '@ai-sdk/anthropic' ? 1505 : 1408)
  })

  it('is told how long to wait', async () => {
    const { errors } = await streamed({ kind: 'error', status: 429, message: 'Slower', retryAfter: 3 })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toBeInstanceOf(APICallError)
    expect(errors[0]).toMatchObject({ statusCode: 429, message: 'Slower', responseHeaders: { 'retry-after': '3' } })
  })

  it('sees an error in the middle', async () => {
    const parts = [{ kind: 'text', text }] as const
    const { types, errors } = await streamed({ kind: 'error-midway', parts, after: 2, message: 'The engine broke' })
    expect(types.filter((type) => type === 'text-delta')).toHaveLength(2)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toHaveProperty('message', expect.stringContaining('The engine broke'))
  })

  it('sees a connection that breaks off', async () => {
    const { types, errors } = await streamed({ kind: 'cut', parts: [{ kind: 'text', text }], after: 2, how: 'reset' })
    expect(types.filter((type) => type === 'text-delta')).toHaveLength(2)
    expect(errors).toHaveLength(1)
  })

  it('gets no reason where a stream ends too early', async () => {
    provider.use(inTurn({ kind: 'cut', parts: [{ kind: 'text', text }], after: 2, how: 'end' }))
    const turn = streamText({ model, prompt: 'hello', maxRetries: 0, maxOutputTokens: 500, onError: () => {} })
    const reasons: unknown[] = []
    for await (const event of turn.stream) if (event.type === 'finish-step') reasons.push(event.rawFinishReason)
    expect(reasons.filter((reason) => reason !== undefined)).toEqual([])
  })

  it('is told that a prompt is too long', async () => {
    const long = generateText({ model, prompt: 'cat '.repeat(60_000), maxRetries: 0, maxOutputTokens: 500 })
    await expect(long).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('50000') })
  })
})
