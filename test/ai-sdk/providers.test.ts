import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import Anthropic from '@anthropic-ai/sdk'
import { generateText, isStepCount, tool, wrapLanguageModel } from 'ai'
import fc from 'fast-check'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fitMessages, heddleMiddleware } from '../../src/ai-sdk/ai-sdk.ts'
import { calls, type LoopbackProvider, says } from '../../src/testing/provider/reply.ts'
import { startProvider } from '../../src/testing/provider/start-provider.ts'
import { exampleMessages, exampleTurns } from './example-conversation.ts'

let provider: LoopbackProvider | undefined
afterEach(async () => await provider?.close())

const key = { apiKey: 'none' }
const runs = { numRuns: 25 }
const budgets = fc.integer({ min: 100, max: 3000 })

describe('messages that were fitted are taken by', () => {
  it('Anthropic', async () => {
    provider = await startProvider({ script: () => says('Yes.') })
    const client = new Anthropic({ ...key, baseURL: provider.url, maxRetries: 0 })
    await fc.assert(
      fc.asyncProperty(exampleTurns, budgets, async (turns, budget) => {
        const messages = exampleMessages(turns, 'anthropic') as unknown as Anthropic.MessageParam[]
        const result = await fitMessages(messages, { budget })
        if (result.kind === 'refusal') return
        const asked = { model: 'claude', max_tokens: 50, messages: result.messages }
        expect((await client.messages.create(asked)).stop_reason).toBe('end_turn')
      }),
      runs,
    )
  })

  it('OpenAI, as chat messages', async () => {
    provider = await startProvider({ script: () => says('Yes.') })
    const client = new OpenAI({ ...key, baseURL: `${provider.url}/v1`, maxRetries: 0 })
    await fc.assert(
      fc.asyncProperty(exampleTurns, budgets, async (turns, budget) => {
        const messages = exampleMessages(turns, 'openai-chat') as unknown as OpenAI.ChatCompletionMessageParam[]
        const result = await fitMessages(messages, { budget })
        if (result.kind === 'refusal') return
        const answer = await client.chat.completions.create({ model: 'gpt', messages: result.messages })
        expect(answer.choices[0]?.finish_reason).toBe('stop')
      }),
      runs,
    )
  })

  it('OpenAI, as input of responses', async () => {
    provider = await startProvider({ script: () => says('Yes.') })
    const client = new OpenAI({ ...key, baseURL: `${provider.url}/v1`, maxRetries: 0 })
    await fc.assert(
      fc.asyncProperty(exampleTurns, budgets, async (turns, budget) => {
        const messages = exampleMessages(turns, 'openai-responses') as unknown as OpenAI.Responses.ResponseInputItem[]
        const result = await fitMessages(messages, { budget })
        if (result.kind === 'refusal') return
        const answer = await client.responses.create({ model: 'gpt', input: result.messages })
        expect(answer.status).toBe('completed')
      }),
      runs,
    )
  })
})

describe.each(['anthropic', 'openai', 'openai-chat'])('an agent of the AI SDK at %s', (name) => {
  it('never sends too much, and cuts seldom', async () => {
    const window = 4000
    const files = 40
    provider = await startProvider({
      window,
      script: ({ number }) =>
        number > files ? says('Done.') : calls({ name: 'read_file', input: { path: `${number}` } }),
    })
    const base = { ...key, baseURL: `${provider.url}/v1` }
    const models: { readonly [name: string]: LanguageModelV4 } = {
      anthropic: createAnthropic(base)('claude'),
      openai: createOpenAI(base)('gpt-5'),
      'openai-chat': createOpenAI(base).chat('gpt-5'),
    }
    const model = models[name] as LanguageModelV4
    const { text } = await generateText({
      model: wrapLanguageModel({ model, middleware: heddleMiddleware({ budget: 3000, measure: 'o200k_base' }) }),
      maxOutputTokens: 100,
      maxRetries: 0,
      tools: {
        read_file: tool({
          inputSchema: z.object({ path: z.string() }),
          execute: async ({ path }) => Array.from({ length: 20 }, (_, at) => `file ${path}, line ${at}`).join('\n'),
        }),
      },
      prompt: 'Read all files.',
      stopWhen: isStepCount(files + 9),
    })
    expect(text).toBe('Done.')
    const { requests } = provider
    expect(requests).toHaveLength(files + 1)
    for (const { tokens } of requests) expect(tokens).toBeLessThanOrEqual(window)
    expect(Math.max(...requests.map(({ tokens }) => tokens))).toBeGreaterThan(2000)
    const grown = requests.filter((request, at) => request.tokens > (requests[at - 1]?.tokens ?? 0))
    expect(grown.length).toBeGreaterThan(0.8 * requests.length)
  })
})
