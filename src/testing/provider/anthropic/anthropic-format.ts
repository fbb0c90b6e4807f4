import type { JsonObject } from '../../../core/content/json.ts'
import { markedPrefixes } from '../cached-prefixes.ts'
import type { WireFormat } from '../wire-format.ts'
import { checkAnthropic } from './check.ts'
import { anthropicFrames, anthropicMessage } from './frames.ts'
import { readAnthropic } from './read.ts'

/** Anthropic's Messages. */
export const anthropicFormat: WireFormat = {
  wire: 'anthropic',
  callPrefix: 'toolu_',
  key: (headers) => headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, ''),
  read: readAnthropic,
  check: checkAnthropic,
  wrongKey: () => ({ status: 401, message: 'invalid x-api-key' }),
  tooLong: (_body, tokens, window) =>
    tokens > window ? { status: 400, message: `prompt is too long: ${tokens} tokens > ${window} maximum` } : null,
  cache: markedPrefixes,
  frames: anthropicFrames,
  whole: anthropicMessage,
  error: ({ status, message, type }, id) => ({ ...error(message, type ?? typeOf(status)), request_id: `req_${id}` }),
  failure: (_answer, { message, type }) => ({ event: 'error', data: error(message, type ?? 'overloaded_error') }),
}

const types: { readonly [status: number]: string } = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

function typeOf(status: number): string {
  return types[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
}

function error(message: string, type: string): JsonObject {
  return { type: 'error', error: { type, message } }
}
