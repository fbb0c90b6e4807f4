import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ReceivedRequest, Reply } from '../../src/testing/provider/reply.ts'
import { says } from '../../src/testing/provider/reply.ts'
import { startProvider } from '../../src/testing/provider/start-provider.ts'
import { scenarios } from './scenarios.ts'

/** Plays the model that the scenarios expect, by what it is sent. */
function play({ messages }: ReceivedRequest): Reply {
  const last = messages.at(-1)
  if (last?.role === 'tool') return says(last.text)
  if (last?.text.includes('note.txt'))
    return { kind: 'answer', parts: [{ kind: 'tool-call', name: 'read_file', input: { path: 'note.txt' } }] }
  if (last?.text.includes('Count'))
    return {
      kind: 'answer',
      between: 5,
      parts: [{ kind: 'text', text: Array.from({ length: 300 }, (_, at) => at + 1).join(', ') }],
    }
  return says(messages.some(({ text }) => text.includes('kettle')) ? 'kettle' : 'I do not know.')
}

const provider = await startProvider({ script: play })

describe.each(['anthropic', 'chat-completions', 'responses'] as const)('the loopback provider, %s', (api) => {
  const settings = {
    models: { 'loop:back': { window: 32_000 } },
    providers: { loop: { api, baseUrl: `${provider.url}/v1` } },
  }
  scenarios({ reference: 'loop:back', settings, env: {} }, 20_000)
})

const isLive = process.env.HEDDLE_LIVE === '1'
const { ANTHROPIC_API_KEY, OPENAI_API_KEY, HEDDLE_LIVE_MODEL } = process.env

describe.skipIf(!isLive || !ANTHROPIC_API_KEY)('Anthropic', () => {
  scenarios({ reference: 'anthropic:claude-haiku-4-5', env: { ANTHROPIC_API_KEY } }, 120_000)
})

describe.skipIf(!isLive || !OPENAI_API_KEY)('OpenAI', () => {
  scenarios({ reference: 'openai:gpt-5-mini', env: { OPENAI_API_KEY } }, 120_000)
})

const local = isLive ? await ollamaModel() : undefined

describe.skipIf(local === undefined)('Ollama', () => {
  const reference = `ollama:${local}`
  scenarios({ reference, settings: { models: { [reference]: { window: 8192 } } }, env: {} }, 300_000)
})

describe.skipIf(!isLive || !HEDDLE_LIVE_MODEL)('the model that HEDDLE_LIVE_MODEL names', () => {
  scenarios({ reference: HEDDLE_LIVE_MODEL ?? '', env: process.env }, 300_000)
})

it('says when nothing real was there to be asked', () => {
  const asked = [ANTHROPIC_API_KEY, OPENAI_API_KEY, local, HEDDLE_LIVE_MODEL].filter((each) => each)
  if (isLive && asked.length === 0) console.log('No key and no Ollama: only the loopback provider was asked.')
  expect(provider.url).toMatch(/^http:\/\/127/)
})

/** The model that an Ollama on this machine has, if there is one. */
async function ollamaModel(): Promise<string | undefined> {
  const answer = await fetch('http://127.0.0.1:11434/api/tags', { signal: AbortSignal.timeout(1000) }).catch(
    () => undefined,
  )
  const tags = z
    .object({ models: z.array(z.object({ name: z.string() })) })
    .safeParse(await answer?.json().catch(() => null))
  return tags.data?.models[0]?.name
}
