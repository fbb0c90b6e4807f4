import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ModelFailure } from '../model-failure.ts'
import type { Connection } from './connection.ts'
import { toModelFailure } from './failure.ts'
import { retryAfterOf } from './retry-after.ts'

const connection: Connection = {
  facts: { provider: 'acme', name: 'model', systemMidway: false },
  provider: {
    api: 'chat-completions',
    baseUrl: 'https://user:hidden-key@acme.example/v1?key=hidden-key',
    keyFrom: 'ACME_KEY',
  },
  key: 'hidden-key',
  timeout: 1000,
}
const began = { aborted: false, began: true }

describe('toModelFailure', () => {
  it('makes something of anything that can be thrown', () => {
    fc.assert(
      fc.property(fc.anything(), fc.boolean(), (error, some) => {
        const failure = toModelFailure(error, connection, { aborted: false, began: some })
        expect(failure).toBeInstanceOf(ModelFailure)
        expect(failure.message).toContain('acme')
      }),
    )
  })

  it('names the place without what may be secret in its address', () => {
    const { message } = toModelFailure({ statusCode: 500, message: 'hidden-key away' }, connection, began)
    expect(message).toBe('acme at https://acme.example/v1 failed (500): [key] away.')
  })

  it.each([
    ['No credit', 'No credit.'],
    ['Really?', 'Really?'],
    ['He said "no."', 'He said "no."'],
    ['不行。', '不行。'],
    ['Too much (see docs)', 'Too much (see docs).'],
  ])('makes a sentence of what a provider says: %s', (message, said) => {
    const error = { statusCode: 401, responseBody: JSON.stringify({ error: { message } }) }
    expect(toModelFailure(error, connection, began).message).toContain(`(401): ${said} Check the key`)
  })

  it('says in one sentence that what came is none of the interface, and keeps what the provider said', () => {
    const value = { error: { message: 'no room' } }
    const report = `Type validation failed: ${'x'.repeat(900)}`
    const told = (error: object) => toModelFailure(error, connection, { aborted: false, began: false })
    expect(told({ name: 'AI_TypeValidationError', message: report, value: { odd: 1 } })).toMatchObject({
      kind: 'bad-answer',
      message:
        'The answer from acme at https://acme.example/v1 cannot be read: what came is not what the chat-completions interface sends.',
    })
    expect(told({ name: 'AI_TypeValidationError', message: report, value }).message).toMatch(
      /cannot be read: no room\.$/,
    )
  })

  it('leaves a ModelFailure as it is, unless a person stopped the call', () => {
    const failure = new ModelFailure('timeout', 'Nothing came.')
    expect(toModelFailure(failure, connection, began)).toBe(failure)
    expect(toModelFailure(failure, connection, { aborted: true, began: true }).kind).toBe('aborted')
  })

  it.each([
    [{ type: 'overloaded_error', message: 'Overloaded' }, 'overloaded'],
    [{ type: 'rate_limit_error', message: 'Slow down' }, 'rate-limit'],
    [{ code: 'rate_limit_exceeded', message: 'Slow down' }, 'rate-limit'],
    [{ type: 'insufficient_quota', message: 'No credit', statusCode: 429 }, 'refused'],
    [{ type: 'authentication_error', message: 'Who?' }, 'auth'],
    [{ type: 'api_error', message: 'Oops' }, 'server'],
    [{ type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' }, 'too-long'],
    [{ data: { response: { error: { code: 'context_length_exceeded', message: 'Too much' } } } }, 'too-long'],
    [{ message: 'Something' }, 'server'],
    [{ name: 'AI_TypeValidationError', message: 'Type validation failed' }, 'bad-answer'],
    [{ name: 'AI_UnsupportedFunctionalityError', message: 'media type' }, 'refused'],
    [
      new TypeError('terminated', { cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }) }),
      'cut-off',
    ],
    [Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), 'cut-off'],
  ])('tells errors in the middle of a stream apart: %j', (error, kind) => {
    expect(toModelFailure(error, connection, began).kind).toBe(kind)
  })
})

describe('retryAfterOf', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  it.each([
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:30 GMT' }, 0],
    [{ 'retry-after': '99999999999' }, 86_400_000],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after-ms': '-5' }, null],
    [{}, null],
  ])('%j', (headers, wait) => {
    expect(retryAfterOf(headers, now)).toBe(wait)
  })
})
