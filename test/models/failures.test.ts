import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPassing } from '../../src/models/model-failure.ts'
import { inTurn, type LoopbackProvider, type Reply, type ReplyPart, says } from '../../src/testing/provider/reply.ts'
import { startProvider } from '../../src/testing/provider/start-provider.ts'
import { ask, callFor, key, look, modelAt, said, wires } from './harness.ts'

let provider: LoopbackProvider
beforeAll(async () => {
  provider = await startProvider({ script: inTurn(says('')), window: 20_000, keys: [key] })
})
afterAll(() => provider.close())

const printed = vi.fn()
beforeEach(() => {
  for (const way of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, way).mockImplementation(printed)
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(printed).not.toHaveBeenCalled()
})

const text = 'One two three four five six seven.'

describe.each(wires)('a failure over %s', (_wire, name) => {
  const fail = async (reply: Reply) => {
    provider.use(inTurn(reply))
    const came = await ask(modelAt(provider.url, name), callFor({ tools: [look] }))
    expect(came.finish).toBeUndefined()
    return came
  }

  it.each([
    [400, 'refused', false],
    [401, 'auth', false],
    [403, 'auth', false],
    [404, 'not-found', false],
    [408, 'timeout', true],
    [422, 'refused', false],
    [429, 'rate-limit', true],
    [500, 'server', true],
    [502, 'server', true],
    [503, 'overloaded', true],
    [529, 'overloaded', true],
  ])('with the status %i is %s', async (status, kind, passes) => {
    const { failure } = await fail({ kind: 'error', status, message: 'Sorry, no.', retryAfter: 7 })
    expect(failure).toMatchObject({ kind, status, retryAfter: 7000, code: `model-${kind}` })
    expect(failure?.message).toContain(`${name} at ${provider.url}/v1`)
    expect(failure?.message).toContain('Sorry, no.')
    expect(failure && isPassing(failure)).toBe(passes)
  })

  it('never repeats the key, wherever the provider does', async () => {
    const message = `Wrong key ${key} in "Authorization: Bearer ${key}", try sk-other-0123456789`
    for (const body of [undefined, { detail: message }, message, { error: { message, key } }]) {
      const { failure } = await fail({ kind: 'error', status: 401, message, ...(body === undefined ? {} : { body }) })
      expect(failure?.kind).toBe('auth')
      expect(failure?.message).toContain('KEY')
      expect(inspect(failure, { depth: 20 })).not.toMatch(/secret|sk-other/)
    }
  })

  it('keeps the conversation out of what may be logged', async () => {
    provider.use(inTurn({ kind: 'error', status: 500, message: 'no' }))
    const { failure } = await ask(modelAt(provider.url, name), callFor({ messages: [said('private matters')] }))
    expect(inspect(failure, { depth: 20 })).not.toContain('private matters')
  })

  it('for want of money is not tried again', async () => {
    const { failure } = await fail({ kind: 'error', status: 429, message: 'No credit', type: 'insufficient_quota' })
    expect(failure).toMatchObject({ kind: 'refused', status: 429 })
  })

  it('reads bodies that are no JSON', async () => {
    const { failure } = await fail({
      kind: 'error',
      status: 502,
      message: '',
      body: '<html>\n<b>Bad\u0007 Gateway</b></html>',
    })
    expect(failure?.kind).toBe('server')
    expect(failure?.message).not.toMatch(/\p{Cc}/u)
  })

  it('says that a request was too long, with figures', async () => {
    provider.use(inTurn(says('yes')))
    const { failure } = await ask(modelAt(provider.url, name), callFor({ messages: [said('cat '.repeat(30_000))] }))
    expect(failure).toMatchObject({ kind: 'too-long', figures: { size: expect.any(Number), limit: 20_000 } })
    expect(failure?.figures?.size).toBeGreaterThan(30_000)
  })

  it('in the middle of the stream keeps what came', async () => {
    const { events, failure } = await fail({
      kind: 'error-midway',
      parts: [{ kind: 'text', text }],
      after: 2,
      message: 'Oh no',
    })
    expect(['overloaded', 'server']).toContain(failure?.kind)
    expect(failure?.message).toContain('Oh no')
    expect(events.filter(({ kind }) => kind === 'text-delta').length).toBe(2)
    expect(events.some(({ kind }) => kind === 'part')).toBe(false)
  })

  it('before the first piece of the stream is the same', async () => {
    const { failure } = await fail({ kind: 'error-midway', parts: [], after: 0, message: 'Oh no' })
    expect(['overloaded', 'server']).toContain(failure?.kind)
  })

  it.each(['end', 'reset'] as const)('by a connection that is cut (%s) is never a whole answer', async (how) => {
    const parts: readonly ReplyPart[] = [
      { kind: 'text', text },
      { kind: 'tool-call', name: 'look', input: { at: 'a long way from here, and back' } },
    ]
    for (let after = 0; after <= 5; after++) {
      const { events, failure } = await fail({ kind: 'cut', parts, after, how })
      // What had come when a connection breaks off may be lost on the way.
      expect(how === 'end' ? ['cut-off'] : ['cut-off', 'connection']).toContain(failure?.kind)
      expect(events.some((event) => event.kind === 'part' && event.part.kind === 'tool-call')).toBe(false)
      const told = events.map((event) => (event.kind === 'text-delta' ? event.text : '')).join('')
      expect(text.startsWith(told)).toBe(true)
    }
  })

  it('by a connection that breaks before anything came is one of the connection', async () => {
    const { failure } = await fail({ kind: 'cut', parts: [], after: 0, how: 'reset' })
    expect(failure?.kind).toBe('connection')
    expect(failure && isPassing(failure)).toBe(true)
  })

  it.each([undefined, 0, 1])('by silence is a timeout (after %s pieces)', async (after) => {
    const hang: Reply =
      after === undefined ? { kind: 'hang' } : { kind: 'hang', parts: [{ kind: 'text', text }], after }
    provider.use(inTurn(hang))
    const { failure } = await ask(modelAt(provider.url, name, { timeout: 100 }))
    expect(failure).toMatchObject({ kind: 'timeout', message: expect.stringContaining('0.1 seconds') })
  })

  it('is none where pieces are slow but come', async () => {
    provider.use(inTurn({ kind: 'answer', parts: [{ kind: 'text', text: 'word '.repeat(30) }], between: 40 }))
    const { failure } = await ask(modelAt(provider.url, name, { timeout: 300 }))
    expect(failure).toBeUndefined()
  })

  it.each([undefined, 0, 1])('by a person comes at once (after %s pieces)', async (after) => {
    provider.use(
      inTurn(after === undefined ? { kind: 'hang' } : { kind: 'hang', parts: [{ kind: 'text', text }], after }),
    )
    const stop = new AbortController()
    const before = provider.requests.length
    const waiting = ask(modelAt(provider.url, name), callFor({}, { signal: stop.signal }))
    await vi.waitUntil(() => provider.requests.length > before)
    stop.abort()
    expect((await waiting).failure?.kind).toBe('aborted')
    stop.abort()
    expect((await ask(modelAt(provider.url, name), callFor({}, { signal: stop.signal }))).failure?.kind).toBe('aborted')
  })

  it('by bytes that are no stream is a bad answer', async () => {
    const { failure } = await fail({ kind: 'bytes', text: 'data: {"half": \n\n' })
    expect(failure?.kind).toBe('bad-answer')
  })

  it.each(['', 'garbage', ': still here\n\n', '{"hello": 1}\n\n', 'data: [DONE]\n\n', 'data: hello\n\n'])(
    'by a stream without one event of the interface is a bad answer: %j',
    async (text) => {
      const { failure } = await fail({ kind: 'bytes', text })
      expect(failure).toMatchObject({ kind: 'bad-answer', message: expect.stringMatching(/ interface sends\./) })
      expect(failure && isPassing(failure)).toBe(false)
    },
  )

  it('by an address where nobody listens is one of the connection', async () => {
    const gone = await startProvider({ script: inTurn(says('')) })
    await gone.close()
    const { failure } = await ask(modelAt(gone.url, name))
    expect(failure).toMatchObject({ kind: 'connection', message: expect.stringContaining('ECONNREFUSED') })
  })
})

describe.each(wires)('a server that is none, over %s', (_wire, name) => {
  const withServer = async (listener: RequestListener, act: (url: string) => Promise<void>) => {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  it.each(['text/html; charset=utf-8', 'application/json'])('is told by what it answers: %s', async (type) => {
    await withServer(
      (_request, response) => response.writeHead(200, { 'content-type': type }).end('{"hello": "there"}'),
      async (url) => {
        const { failure } = await ask(modelAt(url, name))
        expect(failure).toMatchObject({ kind: 'bad-answer', message: expect.stringContaining('baseUrl') })
      },
    )
  })

  it('gets neither key nor conversation where another one sends it there', async () => {
    const seen = vi.fn()
    await withServer(seen, async (elsewhere) => {
      await withServer(
        (_request, response) => response.writeHead(307, { location: `${elsewhere}/v1/messages` }).end(),
        async (url) => {
          const { failure } = await ask(modelAt(url, name))
          expect(failure).toMatchObject({ kind: 'not-found', status: 307, message: expect.stringContaining('moved') })
        },
      )
    })
    expect(seen).not.toHaveBeenCalled()
  })

  it('is left at once when the reader stops reading', async () => {
    provider.use(inTurn({ kind: 'hang', parts: [{ kind: 'text', text }], after: 1 }))
    for await (const event of modelAt(provider.url, name).stream(callFor())) {
      if (event.kind === 'text-delta') break
    }
  })
})

describe('a model without a key', () => {
  it('says which variable to set, and asks nobody', () => {
    expect(() => modelAt(provider.url, 'anthropic', { keyFrom: 'ANOTHER_NAME' })).toThrow(
      expect.objectContaining({ kind: 'auth', message: expect.stringContaining('ANOTHER_NAME') }),
    )
  })

  it('that turns out to need one says how to give it', async () => {
    const { failure } = await ask(modelAt(provider.url, 'mine', { keyFrom: null }))
    expect(failure).toMatchObject({ kind: 'auth', message: expect.stringContaining('providers.mine.keyFrom') })
  })
})
