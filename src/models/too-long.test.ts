import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTooLong } from './too-long.ts'

const words = 'prompt is too long: 210500 tokens > 200000 maximum'
const tooLong = { figures: { size: 210_500, limit: 200_000 } }
const withoutFigures = { figures: null }

describe('readTooLong', () => {
  it('finds words, statuses and figures at any depth, in any shape', () => {
    const body = { type: 'error', error: { type: 'invalid_request_error', message: words } }
    const shapes: unknown[] = [
      words,
      new Error(words),
      new Error('Call failed', { cause: new Error('Bad request', { cause: body }) }),
      Object.assign(new Error(`400 ${JSON.stringify(body)}`), { status: 400, error: body }),
      Object.assign(new Error('Bad Request'), { statusCode: 400, responseBody: JSON.stringify(body), data: body }),
      { message: 'Request failed with status code 400', response: { status: 400, data: body } },
      { Error: { Code: 'ValidationException', Message: words }, $metadata: { httpStatusCode: 400 } },
      { error: { message: 'Provider returned error', code: 400, metadata: { raw: JSON.stringify(body) } } },
      `data: ${JSON.stringify([body])}\n\n`,
      JSON.stringify(JSON.stringify(body)),
      `API error: {'error': {'message': '${words}'}}`,
      [{ error: body }],
      { detail: [{ msg: words }] },
    ]
    for (const shape of shapes) expect(readTooLong(shape)).toEqual(tooLong)
  })

  it('reads counts in fields of their own', () => {
    const error = {
      code: 500,
      type: 'exceed_context_size_error',
      message: 'no words',
      n_prompt_tokens: 9100,
      n_ctx: 8192,
    }
    expect(readTooLong({ status: 500, error })).toEqual({ figures: { size: 9100, limit: 8192 } })
    expect(readTooLong({ ...error, n_prompt_tokens: 10 })).toEqual(withoutFigures)
  })

  it('takes the status 413 whatever the words, unless they are those of a rate limit', () => {
    const shapes: unknown[] = [
      { status: 413 },
      { $metadata: { httpStatusCode: 413 } },
      { response: { status_code: '413' }, message: 'Sorry' },
      '413 status code (no body)',
      new Error('Request failed with status code 413'),
    ]
    for (const shape of shapes) expect(readTooLong(shape)).toEqual(withoutFigures)
    const message =
      'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 10338, please reduce your message size'
    expect(readTooLong({ status: 413, message })).toBeNull()
    expect(readTooLong({ status: 413, error: { code: 'rate_limit_exceeded' } })).toBeNull()
  })

  it.each([401, 402, 403, 429])('does not take a status of %i, whatever the words', (status) => {
    expect(readTooLong({ status, message: words })).toBeNull()
    expect(readTooLong({ message: words, cause: { statusCode: status } })).toBeNull()
    expect(readTooLong(`Error code: ${status} - ${words}`)).toBeNull()
  })

  it.each([
    { type: 'authentication_error' },
    { code: 'invalid_api_key' },
    { name: 'AccessDeniedException' },
    { status: 'UNAUTHENTICATED' },
    { name: 'ThrottlingException' },
    { status: 'RESOURCE_EXHAUSTED' },
    { code: 'insufficient_quota' },
  ])('does not take clear words under %j', (field) => {
    expect(readTooLong({ error: { message: words, ...field } })).toBeNull()
  })

  it.each([
    null,
    undefined,
    413,
    '',
    {},
    [],
    { status: 500, message: 'Internal server error' },
    { status: 400 },
    { message: 'fetch failed', cause: { code: 'ECONNRESET' } },
  ])('finds nothing in %j', (error) => expect(readTooLong(error)).toBeNull())

  it('judges each of several attempts by itself', () => {
    const limited = { status: 429, message: 'Rate limit reached' }
    const last = { status: 400, message: words }
    expect(readTooLong({ name: 'RetryError', errors: [limited, last], lastError: last })).toEqual(tooLong)
    expect(readTooLong(new AggregateError([limited, last]))).toEqual(tooLong)
    expect(readTooLong([limited, last])).toEqual(tooLong)
    expect(readTooLong({ message: words, errors: [limited], lastError: limited })).toBeNull()
  })

  it('does not take the words of the request for those of the error', () => {
    const request = { messages: [{ role: 'user', content: words }] }
    const error = Object.assign(new Error('Bad request'), { requestBodyValues: request, statusCode: 400 })
    expect(readTooLong(error)).toBeNull()
    expect(readTooLong({ message: 'Failed', config: { data: JSON.stringify(request) }, request })).toBeNull()
    expect(readTooLong({ detail: [{ msg: 'Field required', input: words }] })).toBeNull()
  })

  it('reads errors that contain themselves, refuse to be read, or are very large', () => {
    const cyclic: Record<string, unknown> = { message: words }
    cyclic.cause = cyclic
    cyclic.list = [cyclic, [cyclic]]
    expect(readTooLong(cyclic)).toEqual(tooLong)
    const refusing = {
      message: words,
      get zone(): never {
        throw new Error('no')
      },
    }
    expect(readTooLong(refusing)).toEqual(tooLong)
    expect(
      readTooLong(
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('no')
            },
          },
        ),
      ),
    ).toBeNull()
    let deep: unknown = words
    for (let depth = 0; depth < 100_000; depth++) deep = { cause: deep }
    expect(readTooLong(deep)).toBeNull()
    expect(
      readTooLong({ message: words, body: new Uint8Array(5_000_000), list: new Array(1_000_000).fill({}) }),
    ).toEqual(tooLong)
  })

  it.each([
    '9',
    '1,',
    '{',
    '[',
    '{"a":',
    ' ',
    'exceeds ',
    'request ',
    'too long (',
    'max ',
    '400 ',
    'maximum context length is ',
    '\\',
  ])(
    'takes little time over long texts full of %j',
    (piece) => {
      const message = piece.repeat(2_000_000)
      expect(
        readTooLong({ message, errors: [{ message: `${message} ` }], details: [`${message}.`, `${message},`] }),
      ).not.toBe(0)
      expect(readTooLong(`${words} ${message}`)).not.toBeNull()
    },
    2000,
  )

  it('finds the same through layers of wrapping', () => {
    const layer = fc.constantFrom(
      (inner: unknown): unknown => new Error('Failed', { cause: inner }),
      (inner: unknown): unknown => ({ status: 400, error: inner }),
      (inner: unknown): unknown => [inner],
      (inner: unknown): unknown => ({ errors: [{ status: 500 }, inner] }),
      (inner: unknown): unknown => ({ body: `Bad request: ${JSON.stringify({ inner: plain(inner) })}` }),
    )
    fc.assert(
      fc.property(fc.array(layer, { maxLength: 4 }), (layers) => {
        expect(readTooLong(layers.reduce((inner, wrap) => wrap(inner), { message: words } as unknown))).toEqual(tooLong)
      }),
    )
  })

  it('never throws, and finds nothing in what says nothing', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withTypedArray: true }), (value) => {
        expect(readTooLong(value)).toBeNull()
      }),
    )
  })
})

/** An error as JSON has it, with its cause and message. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Error) return { message: value.message, cause: plain(value.cause) }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}
