import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/content/json.ts'
import type { Part } from '../../src/core/content/part.ts'
import type { Message, Prompt } from '../../src/core/render/message.ts'
import { toAnthropic } from '../../src/core/render/targets/anthropic.ts'
import type { ModelCall } from '../../src/models/language-model.ts'
import { inTurn, type LoopbackProvider, says } from '../../src/testing/provider/reply.ts'
import { startProvider } from '../../src/testing/provider/start-provider.ts'
import { ask, callFor, look, message, modelAt, said, wires } from './harness.ts'

let provider: LoopbackProvider
beforeAll(async () => {
  provider = await startProvider({ script: inTurn(says('yes')) })
})
afterAll(() => provider.close())

async function bodyOf(name: string, call: ModelCall): Promise<JsonObject> {
  const { failure } = await ask(modelAt(provider.url, name), call)
  expect(failure).toBeUndefined()
  return provider.requests.at(-1)?.body as JsonObject
}

const bytes = 'iVBORw0KGgo='
const png: Part = { kind: 'image', ref: `data:image/png;base64,${bytes}` }

/** A call with its result, which holds these parts. */
function looked(...content: Extract<Part, { kind: 'tool-result' }>['content']): readonly Message[] {
  return [
    said('hello'),
    message('assistant', { kind: 'tool-call', callId: 'call_1', name: 'look', input: {} }),
    message('user', { kind: 'tool-result', callId: 'call_1', content }),
  ]
}

describe('media', () => {
  it('of a person reach every provider in its own form', async () => {
    const parts: readonly Part[] = [
      png,
      { kind: 'image', ref: 'https://example.org/a.png' },
      { kind: 'file', path: 'a.pdf', way: 'attachment', text: '', ref: 'data:application/pdf;base64,JVBERg==' },
    ]
    const call = callFor({ messages: [message('user', ...parts)] })
    expect((await bodyOf('anthropic', call)).messages).toMatchObject([
      {
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: bytes } },
          { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
          { type: 'document', title: 'a.pdf', source: { type: 'base64', data: 'JVBERg==' } },
        ],
      },
    ])
    expect((await bodyOf('openai', call)).input).toMatchObject([
      {
        content: [
          { type: 'input_image', image_url: `data:image/png;base64,${bytes}` },
          { type: 'input_image', image_url: 'https://example.org/a.png' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' },
        ],
      },
    ])
    expect((await bodyOf('deepseek', call)).messages).toMatchObject([
      {
        content: [
          { type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}` } },
          { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' } },
        ],
      },
    ])
  })

  it('of a result stay with it, or follow it where results are text only', async () => {
    const call = callFor({ messages: looked({ kind: 'text', text: 'seen' }, png as never), tools: [look] })
    expect(JSON.stringify((await bodyOf('anthropic', call)).messages)).toContain(
      `"tool_use_id":"call_1","content":[{"type":"text","text":"seen"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${bytes}"}}]`,
    )
    expect(JSON.stringify((await bodyOf('openai', call)).input)).toContain(
      `"image_url":"data:image/png;base64,${bytes}"`,
    )
    expect(((await bodyOf('deepseek', call)).messages as JsonObject[]).slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'call_1', content: 'seen' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[content of the result call_1]' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}` } },
        ],
      },
    ])
  })

  it('as sound go where sound can go', async () => {
    const sound: Part = { kind: 'audio', ref: 'data:audio/x-wav;base64,UklGRg==' }
    const call = callFor({ messages: [message('user', { kind: 'text', text: 'Listen' }, sound)] })
    expect((await bodyOf('deepseek', call)).messages).toMatchObject([
      { content: [{ text: 'Listen' }, { input_audio: { data: 'UklGRg==', format: 'wav' } }] },
    ])
    for (const name of ['anthropic', 'openai']) {
      const body = JSON.stringify(await bodyOf(name, call))
      expect(body).toContain('[audio content]')
      expect(body).not.toContain('UklGRg')
    }
  })

  it.each(wires)('that nobody takes never stop a conversation: %s', async (_wire, name) => {
    const odd: readonly Part[] = [
      { kind: 'image', ref: 'data:image/svg+xml;base64,PHN2Zz4=' },
      { kind: 'image', ref: 'data:image/png,notbase64' },
      { kind: 'audio', ref: 'https://example.org/a.mp3' },
      { kind: 'audio', ref: 'data:audio/midi;base64,TVRoZA==' },
      { kind: 'file', path: 'a.zip', way: 'attachment', text: '', ref: 'data:application/zip;base64,UEs=' },
      { kind: 'file', path: 'a.txt', way: 'attachment', text: '', ref: 'data:text/plain;base64,aMOkbGxv' },
    ]
    for (const messages of [[message('user', ...odd)], looked(...(odd as never[]))]) {
      const body = JSON.stringify(await bodyOf(name, callFor({ messages, tools: [look] })))
      expect(body).toContain('[file content: a.zip]')
      expect(body).toContain('hällo')
      expect(body).not.toMatch(/PHN2Zz4=|UEs=|TVRoZA/)
    }
  })

  it('are fetched by nobody here', async () => {
    const before = provider.requests.length
    const call = callFor({ messages: [message('user', { kind: 'image', ref: `${provider.url}/v1/models` })] })
    for (const [, name] of wires) expect(JSON.stringify(await bodyOf(name, call))).toContain('/v1/models')
    expect(provider.requests.length).toBe(before + wires.length)
  })
})

describe('the ids of calls', () => {
  it('have nine letters where the provider takes no others, the same for call and result', async () => {
    const call = callFor({ messages: looked({ kind: 'text', text: 'seen' }), tools: [look] })
    const [, asked, answered] = (await bodyOf('mistral', call)).messages as JsonObject[]
    const id = (asked?.tool_calls as JsonObject[] | undefined)?.[0]?.id
    expect(id).toMatch(/^[a-z0-9]{9}$/)
    expect(answered?.tool_call_id).toBe(id)
    expect(provider.requests.at(-1)?.body).not.toHaveProperty('stream_options')
  })
})

describe('a system message in the middle', () => {
  const messages = [
    said('hello'),
    message('assistant', { kind: 'text', text: 'hi' }),
    message('system', { kind: 'text', text: 'Hurry.' }),
    said('well?'),
  ]

  it.each(wires)('becomes a marked part of the next message where it may not stand there: %s', async (_wire, name) => {
    const body = JSON.stringify(await bodyOf(name, callFor({ system: 'Be brief.', messages })))
    expect(body).toContain('<system>\\nHurry.\\n</system>')
    expect(provider.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  })
})

describe('cache breakpoints', () => {
  const edges = (from: Message, ...places: number[]): Message => ({ ...from, edges: places })
  const signed: Part = { kind: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } }
  const prompt: Prompt = {
    tools: [look, { ...look, name: 'list' }],
    system: 'Be brief.',
    messages: [
      edges(
        message(
          'user',
          { kind: 'text', text: 'bundle' },
          { kind: 'text', text: 'summary' },
          { kind: 'text', text: 'old' },
        ),
        0,
        1,
      ),
      edges(
        message('assistant', { kind: 'text', text: 'kept' }, signed, {
          kind: 'tool-call',
          callId: 'a',
          name: 'look',
          input: {},
        }),
        1,
      ),
      edges(
        message(
          'user',
          { kind: 'tool-result', callId: 'a', content: [{ kind: 'text', text: 'seen' }] },
          { kind: 'text', text: 'new' },
        ),
        1,
      ),
    ],
  }
  const marks = (body: JsonObject): string[] => {
    const blocks = [body.tools, body.system, ...(body.messages as JsonObject[]).map(({ content }) => content)].flat()
    return (blocks as JsonObject[]).flatMap((block) => (block.cache_control ? [`${block.name ?? block.text}`] : []))
  }

  it('stand where the Anthropic target sets them, four at the most', async () => {
    const sent = marks(await bodyOf('anthropic', callFor(prompt, { cacheBreakpoints: true })))
    expect(sent).toEqual(['list', 'Be brief.', 'kept', 'new'])
    const { request } = toAnthropic(prompt, { cacheBreakpoints: true })
    expect(marks(request as unknown as JsonObject)).toEqual(sent)
  })

  it('are for Anthropic alone', async () => {
    for (const name of ['openai', 'deepseek']) {
      const body = JSON.stringify(await bodyOf(name, callFor(prompt, { cacheBreakpoints: true })))
      expect(body).not.toMatch(/cache/i)
      expect(body).toBe(JSON.stringify(await bodyOf(name, callFor(prompt))))
    }
  })

  it('are none unless asked for', async () => {
    expect(marks(await bodyOf('anthropic', callFor(prompt)))).toEqual([])
  })
})

describe('options', () => {
  it.each(wires)('go through to the provider: %s', async (wire, name) => {
    const providerOptions = {
      anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } },
      openai: { promptCacheKey: 'k' },
      deepseek: { top_k: 3 },
    }
    const body = await bodyOf(name, callFor({}, { maxOutputTokens: 2000, providerOptions }))
    const own = {
      anthropic: { thinking: { type: 'enabled' } },
      responses: { prompt_cache_key: 'k', store: false },
      'chat-completions': { top_k: 3 },
    }
    expect(body).toMatchObject(own[wire])
  })

  it('of temperature and length do, too', async () => {
    expect(await bodyOf('deepseek', callFor({}, { maxOutputTokens: 7, temperature: 0.5 }))).toMatchObject({
      max_tokens: 7,
      temperature: 0.5,
    })
  })
})
