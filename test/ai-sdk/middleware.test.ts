import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { generateText, isStepCount, simulateReadableStream, streamText, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallRefused, heddleMiddleware, type MiddlewareOptions } from '../../src/ai-sdk/ai-sdk.ts'
import type { ContextPlan } from '../../src/core/context-plan.ts'

type Answer = Omit<LanguageModelV4GenerateResult, 'finishReason' | 'usage' | 'warnings'>

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that reads one file after another, and then answers. */
function readingModel(files: number): MockLanguageModelV4 {
  const answer = ({ prompt }: LanguageModelV4CallOptions): LanguageModelV4GenerateResult => {
    const asked = Number(
      /file-(\d+)/.exec(JSON.stringify(prompt.findLast(({ role }) => role === 'tool')) ?? '')?.[1] ?? 0,
    )
    const next = asked + 1
    const call = {
      type: 'tool-call' as const,
      toolCallId: `call-${next}`,
      toolName: 'read_file',
      input: JSON.stringify({ path: `file-${next}` }),
    }
    const said: Answer = { content: next > files ? [{ type: 'text', text: 'All read.' }] : [call] }
    const unified = next > files ? 'stop' : 'tool-calls'
    return { ...said, finishReason: { unified, raw: unified }, usage, warnings: [] }
  }
  return new MockLanguageModelV4({
    provider: 'openai.responses',
    modelId: 'gpt-5',
    doGenerate: async (call) => answer(call),
    doStream: async (call) => {
      const { content, finishReason } = answer(call)
      const parts = content.flatMap((part): LanguageModelV4StreamPart[] => {
        if (part.type === 'tool-call') return [part]
        if (part.type !== 'text') return []
        const id = '1'
        return [
          { type: 'text-start', id },
          { type: 'text-delta', id, delta: part.text },
          { type: 'text-end', id },
        ]
      })
      const chunks: LanguageModelV4StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        ...parts,
        { type: 'finish', finishReason, usage },
      ]
      return { stream: simulateReadableStream({ chunks }) }
    },
  })
}

const readFile = tool({
  description: 'Reads a file.',
  inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }) => Array.from({ length: 40 }, (_, at) => `${path}: line ${at}`).join('\n'),
})
const tools = { read_file: readFile }

function wrapped(model: MockLanguageModelV4, options: MiddlewareOptions = {}) {
  const plans: ContextPlan[] = []
  const middleware = heddleMiddleware({ onPlan: (plan) => plans.push(plan), ...options })
  return { model: wrapLanguageModel({ model, middleware }), plans }
}

const prompts = (calls: readonly LanguageModelV4CallOptions[]) => calls.map(({ prompt }) => prompt)

describe('the middleware', () => {
  it('plans every step of an agent, under the budget, and goes on from what was sent', async () => {
    const held = readingModel(30)
    const { model, plans } = wrapped(held, { budget: 2000 })
    const { text } = await generateText({
      model,
      tools,
      instructions: 'You read files.',
      prompt: 'Read all files.',
      stopWhen: isStepCount(50),
    })
    expect(text).toBe('All read.')
    expect(plans).toHaveLength(31)
    const sent = prompts(held.doGenerateCalls)
    for (const [at, plan] of plans.entries()) {
      expect(plan.budget.used).toBeLessThanOrEqual(2000)
      expect(plan.kept.map((entry) => (entry.kind === 'kept' ? entry.section : 'marker'))).toEqual(
        expect.arrayContaining(['tools', 'system']),
      )
      const before = JSON.stringify(sent[at - 1] ?? []).slice(0, -1)
      if (plan.moment === 'none') expect(JSON.stringify(sent[at]).startsWith(before)).toBe(true)
    }
    const cuts = plans.filter(({ moment }) => moment === 'pressure')
    expect(cuts.length).toBeGreaterThan(1)
    expect(cuts.length).toBeLessThan(10)
    for (const prompt of sent) {
      expect(JSON.stringify(prompt)).toContain('Read all files.')
      const calls = JSON.stringify(prompt).match(/"toolCallId":"call-\d+"/g) ?? []
      for (const call of calls) expect(calls.filter((each) => each === call)).toHaveLength(2)
    }
  })

  it('plans streams the same way', async () => {
    const [generating, streaming] = [readingModel(12), readingModel(12)]
    const request = { tools, prompt: 'Read all files.', stopWhen: isStepCount(50) }
    await generateText({ ...request, model: wrapped(generating, { budget: 1200 }).model })
    const stream = streamText({ ...request, model: wrapped(streaming, { budget: 1200 }).model })
    expect(await stream.text).toBe('All read.')
    expect(prompts(streaming.doStreamCalls)).toEqual(prompts(generating.doGenerateCalls))
  })

  it('keeps conversations apart that run at the same time', async () => {
    const held = readingModel(12)
    const { model } = wrapped(held, { budget: 1200 })
    const ask = (prompt: string) => generateText({ model, tools, prompt, stopWhen: isStepCount(50) })
    await Promise.all([ask('Read all files, red.'), ask('Read all files, blue.')])
    const together = prompts(held.doGenerateCalls).filter((prompt) => JSON.stringify(prompt).includes('blue'))
    const alone = readingModel(12)
    await generateText({
      model: wrapped(alone, { budget: 1200 }).model,
      tools,
      prompt: 'Read all files, blue.',
      stopWhen: isStepCount(50),
    })
    expect(together).toEqual(prompts(alone.doGenerateCalls))
  })

  it('sends what fits as it came', async () => {
    const [plain, planned] = [readingModel(3), readingModel(3)]
    const request = { tools, instructions: 'You read files.', prompt: 'Read all files.', stopWhen: isStepCount(9) }
    await generateText({ ...request, model: plain })
    await generateText({ ...request, model: wrapped(planned).model })
    expect(prompts(planned.doGenerateCalls)).toEqual(prompts(plain.doGenerateCalls))
  })

  it('takes the window of the model that is wrapped, and keeps the longest answer free', async () => {
    const { model, plans } = wrapped(readingModel(0))
    await generateText({ model, prompt: 'Hello.' })
    await generateText({ model, prompt: 'Hello.', maxOutputTokens: 5000 })
    expect(plans.map(({ budget }) => budget.reserved)).toEqual([1024, 5000])
    expect(plans[0]).toMatchObject({ measure: 'o200k_base', budget: { safety: 0 } })
  })

  it('refuses what cannot be sent, with figures, and calls no model', async () => {
    const held = readingModel(0)
    const { model } = wrapped(held, { budget: 50 })
    const error = await generateText({ model, prompt: 'word '.repeat(400) }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(CallRefused)
    expect(error).toMatchObject({ code: 'newest-over-limit', refusal: { limit: 50, overBy: expect.any(Number) } })
    expect(held.doGenerateCalls).toHaveLength(0)
  })

  it('says when nothing is known of the model', async () => {
    const held = new MockLanguageModelV4({ provider: 'nobody', modelId: 'nothing-1' })
    await expect(generateText({ model: wrapped(held).model, prompt: 'Hi' })).rejects.toMatchObject({
      code: 'unknown-model',
    })
  })

  it('counts the schema of the answer', async () => {
    const { model, plans } = wrapped(readingModel(0))
    const params = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }] }
    await model.doGenerate(params)
    await model.doGenerate({
      ...params,
      responseFormat: { type: 'json', schema: { type: 'object', properties: { name: { type: 'string' } } } },
    })
    const [without, withSchema] = plans.map(({ budget }) => budget.used)
    expect(withSchema ?? 0).toBeGreaterThan((without ?? 0) + 10)
  })
})
