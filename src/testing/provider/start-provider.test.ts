import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { LoopbackProvider, ProviderOptions } from './reply.ts'
import { inTurn, says } from './reply.ts'
import { startProvider } from './start-provider.ts'

const started: LoopbackProvider[] = []
afterEach(() => Promise.all(started.splice(0).map((provider) => provider.close())))

async function start(options: Partial<ProviderOptions> = {}): Promise<LoopbackProvider> {
  const provider = await startProvider({ script: inTurn(says('hello')), count: (text) => text.length, ...options })
  started.push(provider)
  return provider
}

function post(
  provider: LoopbackProvider,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${provider.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const paths = ['/v1/messages', '/v1/chat/completions', '/v1/responses']
const hello = { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'hello' }] }

describe('startProvider', () => {
  it('answers unknown paths with 404 in JSON, in the form of the client that asks', async () => {
    const provider = await start()
    const anthropic = await fetch(`${provider.url}/v1/nothing`, { headers: { 'anthropic-version': '2023-06-01' } })
    expect([anthropic.status, await anthropic.json()]).toMatchObject([404, { error: { type: 'not_found_error' } }])
    const openai = await fetch(`${provider.url}//%zz?`)
    expect([openai.status, await openai.json()]).toMatchObject([404, { error: { type: 'invalid_request_error' } }])
  })

  it.each(paths)('refuses at %s what is no JSON object, and goes on', async (path) => {
    const provider = await start()
    for (const body of ['', '{', '[]', 'null', '"text"', '\u0000', '['.repeat(100_000)]) {
      const answer = await post(provider, path, body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toHaveProperty('error.message')
    }
    expect((await post(provider, '/v1/messages', hello)).status).toBe(200)
  })

  it.each(paths)('refuses at %s bodies of the wrong shape, and never fails', async (path) => {
    const provider = await start()
    const wrong = [null, 5, 'x', [null], [[]], [{}], { type: 'text' }, [{ role: 'user', content: [null, 3] }]]
    for (const value of wrong)
      for (const field of ['messages', 'input', 'system', 'tools', 'model']) {
        const answer = await post(provider, path, { model: 'm', max_tokens: 9, [field]: value })
        expect(answer.status, JSON.stringify({ [field]: value })).toBeLessThan(500)
        await answer.arrayBuffer()
      }
  })

  it('refuses a body of more than 200 MB without reading it', async () => {
    const provider = await start()
    const socket = connect(Number(new URL(provider.url).port), '127.0.0.1')
    socket.write(`POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: ${200 * 1024 * 1024 + 1}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
    expect(String(answer)).toContain('request_too_large')
    socket.destroy()
  })

  it('refuses other keys than its own, in every form, and does not repeat them', async () => {
    const provider = await start({ keys: ['good'] })
    for (const path of paths) {
      const refused = await post(provider, path, hello, { authorization: 'Bearer secret-bad' })
      expect(refused.status).toBe(401)
      expect(await refused.text()).not.toContain('secret-bad')
    }
    expect((await post(provider, '/v1/messages', hello, { 'x-api-key': 'good' })).status).toBe(200)
    expect((await post(provider, '/v1/chat/completions', hello, { authorization: 'Bearer good' })).status).toBe(200)
    expect((await fetch(`${provider.url}/v1/models`)).status).toBe(401)
  })

  it('lists the models that were asked for', async () => {
    const provider = await start()
    await post(provider, '/v1/messages', hello)
    expect(await (await fetch(`${provider.url}/v1/models`)).json()).toMatchObject({
      data: [{ id: 'loopback' }, { id: 'm' }],
    })
  })

  it('shows a request as it came, and in plain words', async () => {
    const provider = await start()
    await post(provider, '/v1/messages', {
      ...hello,
      system: 'Be kind.',
      tools: [{ name: 'read', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'look' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: { path: 'a' } }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: 'an a' },
            { type: 'text', text: 'well?' },
          ],
        },
      ],
    })
    expect(provider.requests).toMatchObject([
      {
        number: 1,
        wire: 'anthropic',
        model: 'm',
        tools: ['read'],
        headers: { 'anthropic-version': '2023-06-01' },
        messages: [
          { role: 'system', text: 'Be kind.' },
          { role: 'user', text: 'look' },
          { role: 'assistant', text: 'read({"path":"a"})' },
          { role: 'tool', text: 'an a' },
          { role: 'user', text: 'well?' },
        ],
      },
    ])
  })

  it('answers a script that fails with 500, and another script from then on', async () => {
    const provider = await start({
      script: () => {
        throw new Error('no idea')
      },
    })
    const failed = await post(provider, '/v1/messages', hello)
    expect([failed.status, await failed.text()]).toEqual([500, expect.stringContaining('no idea')])
    provider.use(inTurn(says('better')))
    expect(await (await post(provider, '/v1/messages', hello)).json()).toMatchObject({ content: [{ text: 'better' }] })
  })

  it('closes although answers hang', async () => {
    const provider = await start({ script: inTurn({ kind: 'hang' }) })
    const answer = post(provider, '/v1/messages', hello).catch((error: unknown) => error)
    while (provider.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    await provider.close()
    expect(await answer).toBeInstanceOf(Error)
  })

  it('counts with o200k_base where nothing else is said', async () => {
    const provider = await startProvider({ script: inTurn(says('hello')) })
    started.push(provider)
    await post(provider, '/v1/messages', { ...hello, messages: [{ role: 'user', content: 'hello world' }] })
    expect(provider.requests[0]?.tokens).toBe(2 + 4)
  })
})
