import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, inTurn, type LoopbackProvider, says } from '../../src/testing/provider/reply.ts'
import { startProvider } from '../../src/testing/provider/start-provider.ts'
import { ask, callFor, key, look, modelAt, wires } from './harness.ts'

let provider: LoopbackProvider
beforeAll(async () => {
  provider = await startProvider({ script: inTurn(says('')), keys: [key] })
})
afterAll(() => provider.close())

const text = 'One two three four five six seven.'

describe.each(wires)('an answer over %s', (wire, name) => {
  it('comes in pieces, then as a part, then ends', async () => {
    provider.use(inTurn(says(text)))
    const { events, failure } = await ask(modelAt(provider.url, name))
    expect(failure).toBeUndefined()
    expect(events.map((event) => (event.kind === 'text-delta' ? event.text : '')).join('')).toBe(text)
    expect(events.filter(({ kind }) => kind === 'text-delta').length).toBeGreaterThan(1)
    expect(events.slice(-2)).toEqual([
      { kind: 'part', part: { kind: 'text', text } },
      expect.objectContaining({ kind: 'finish', reason: 'stop', responseModel: provider.requests.at(-1)?.model }),
    ])
    expect(provider.requests.at(-1)?.wire).toBe(wire)
  })

  it('tells its parts in the order in which they began', async () => {
    provider.use(
      inTurn({
        kind: 'answer',
        parts: [
          { kind: 'reasoning', text: 'Let me think.', signature: 'signed' },
          { kind: 'text', text },
          { kind: 'tool-call', id: 'call_1', name: 'look', input: { at: 'a "b"\n' } },
          { kind: 'tool-call', id: 'call_2', name: 'look', input: {} },
        ],
      }),
    )
    const { events, parts, finish } = await ask(modelAt(provider.url, name), callFor({ tools: [look] }))
    expect(parts).toMatchObject([
      { kind: 'reasoning', text: 'Let me think.' },
      { kind: 'text', text },
      { kind: 'tool-call', callId: 'call_1', name: 'look', input: { at: 'a "b"\n' } },
      { kind: 'tool-call', callId: 'call_2', name: 'look', input: {} },
    ])
    expect(finish).toMatchObject({ reason: 'tool-calls', usage: { reasoning: expect.any(Number) } })
    expect(events.filter(({ kind }) => kind === 'tool-input-start')).toEqual([
      { kind: 'tool-input-start', callId: 'call_1', name: 'look' },
      { kind: 'tool-input-start', callId: 'call_2', name: 'look' },
    ])
    expect(events.some(({ kind }) => kind === 'reasoning-delta')).toBe(true)
  })

  it.each(['{"at": ', '[1]', '"a"', 'at a'])(
    'keeps an input that is no JSON object as it was written: %s',
    async (raw) => {
      provider.use(inTurn({ kind: 'answer', parts: [{ kind: 'tool-call', name: 'look', input: { raw } }] }))
      const { events } = await ask(modelAt(provider.url, name), callFor({ tools: [look] }))
      const part = events.find((event) => event.kind === 'part')
      expect(part).toMatchObject({
        part: { name: 'look', input: { unparsed: raw } },
        fault: expect.stringContaining('JSON'),
      })
    },
  )

  it('passes on calls of tools that nobody offered', async () => {
    provider.use(inTurn(calls({ name: 'destroy', input: { all: true } })))
    for (const tools of [[look], []]) {
      const { events } = await ask(modelAt(provider.url, name), callFor({ tools }))
      expect(events.find((event) => event.kind === 'part')).toEqual({
        kind: 'part',
        part: { kind: 'tool-call', callId: expect.any(String), name: 'destroy', input: { all: true } },
      })
    }
  })

  it.each([
    ['length', 'length'],
    ['content-filter', 'content-filter'],
  ] as const)('says that it ended by %s', async (finish, reason) => {
    provider.use(inTurn({ kind: 'answer', parts: [{ kind: 'text', text }], finish }))
    const end = (await ask(modelAt(provider.url, name))).finish
    expect(end).toMatchObject({ reason, rawReason: expect.stringMatching(/./) })
  })

  it('that calls tools ends by them, whatever the server says', async () => {
    const parts = [{ kind: 'tool-call', name: 'look', input: {} }] as const
    provider.use(inTurn({ kind: 'answer', parts, finish: 'stop' }))
    const { finish } = await ask(modelAt(provider.url, name), callFor({ tools: [look] }))
    expect(finish?.reason).toBe('tool-calls')
  })

  it('counts what was read from the cache apart', async () => {
    provider.use(inTurn(says('yes')))
    const call = callFor({ system: `${wire} cat `.repeat(2000) }, { cacheBreakpoints: true })
    const model = modelAt(provider.url, name)
    const first = (await ask(model, call)).finish
    const second = (await ask(model, call)).finish
    const { tokens = 0, cached = 0 } = provider.requests.at(-1) ?? {}
    expect(cached).toBeGreaterThan(1000)
    expect(second?.usage).toMatchObject({ input: tokens - cached, cachedRead: cached, output: expect.any(Number) })
    expect(first?.usage).toMatchObject({ cachedRead: 0 })
    expect(second?.rawUsage).toEqual(expect.objectContaining({}))
    expect((first?.usage.input ?? 0) + (first?.usage.cacheWrite ?? 0)).toBe(tokens)
  })

  it('is asked for once, with the key of the environment, and nothing is kept there', async () => {
    provider.use(inTurn({ kind: 'error', status: 500, message: 'no' }))
    const before = provider.requests.length
    await ask(modelAt(provider.url, name, { headers: { 'x-title': 'Heddle' } }))
    expect(provider.requests.length).toBe(before + 1)
    const { headers, body } = provider.requests.at(-1) ?? {}
    expect(headers?.['x-api-key'] ?? headers?.authorization).toMatch(new RegExp(`^(Bearer )?${key}$`))
    expect(headers?.['x-title']).toBe('Heddle')
    if (wire === 'responses') expect(body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] })
  })
})

describe('a provider without a key', () => {
  it.each(wires)('is sent none: %s', async (api) => {
    const open = await startProvider({ script: inTurn(says('yes')) })
    const { parts } = await ask(modelAt(open.url, 'mine', { api, keyFrom: null }))
    expect(parts).toEqual([{ kind: 'text', text: 'yes' }])
    const { headers } = open.requests[0] ?? {}
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('x-api-key')
    await open.close()
  })
})
