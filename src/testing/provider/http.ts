import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json, JsonObject } from '../../core/content/json.ts'
import { isObject } from './json-body.ts'
import type { ReceivedRequest } from './reply.ts'
import type { Refusal, WireFormat } from './wire-format.ts'

/** Longer bodies are refused. */
const mostBytes = 200 * 1024 * 1024

/** A body that was read, or why it could not be. */
export type Body = { readonly text: string; readonly value: JsonObject } | Refusal

/** The body of a request as a JSON object. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > mostBytes) return tooLarge()
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  const value = parsed(text)
  return isObject(value) ? { text, value } : { status: 400, message: 'The request body is not a valid JSON object.' }
}

/** Whether a request was refused. */
export function isRefusal(body: Body): body is Refusal {
  return 'status' in body && !('text' in body)
}

/** The headers of a request; several of one name are joined. */
export function headersOf(request: IncomingMessage): ReceivedRequest['headers'] {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}

/** The path of a request, without what stands behind `?`. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

/** Answers with JSON; a text goes out as it is. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: Json,
  headers: { readonly [name: string]: string } = {},
): void {
  if (response.headersSent || response.destroyed) return
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Answers with an error in the provider's form. What is left of a body that is too large is not read. */
export function sendRefusal(response: ServerResponse, format: WireFormat, refusal: Refusal, id: string): void {
  const close = refusal.status === 413
  if (close) response.once('finish', () => response.socket?.destroySoon())
  sendJson(response, refusal.status, format.error(refusal, id), {
    ...idHeader(format, id),
    ...(close ? { connection: 'close' } : {}),
  })
}

/** The header in which the provider names the request. */
export function idHeader({ wire }: WireFormat, id: string): { readonly [name: string]: string } {
  return wire === 'anthropic' ? { 'request-id': `req_${id}` } : { 'x-request-id': `req_${id}` }
}

function tooLarge(): Refusal {
  return { status: 413, message: 'Request exceeds the maximum size' }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
