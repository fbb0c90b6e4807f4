import type { JsonObject } from '../../core/content/json.ts'
import type { ReceivedRequest } from './reply.ts'
import type { Refusal } from './wire-format.ts'

const codes: { readonly [status: number]: readonly [type: string, code: string | null] } = {
  401: ['invalid_request_error', 'invalid_api_key'],
  404: ['invalid_request_error', 'model_not_found'],
  429: ['requests', 'rate_limit_exceeded'],
}

/** An error as OpenAI writes it. A type that was given is the code too: `insufficient_quota` is both. */
export function openaiError({ status, message, type, code, param }: Refusal): JsonObject {
  const [usual, usualCode] = codes[status] ?? [status < 500 ? 'invalid_request_error' : 'server_error', null]
  return { error: { message, type: type ?? usual, param: param ?? null, code: code ?? type ?? usualCode } }
}

/** The key that an OpenAI client sent. */
export function bearer(headers: ReceivedRequest['headers']): string | undefined {
  return headers.authorization?.replace(/^Bearer /, '')
}

/** How a wrong key is refused. The key is not repeated. */
export function wrongKey(): Refusal {
  return { status: 401, message: 'Incorrect API key provided. You can find your API key in your account settings.' }
}
