import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadMeasure } from '../../tokenizers/load-measure.ts'
import { answerCount, answerRequest, type ProviderState } from './answer-request.ts'
import { anthropicFormat } from './anthropic/anthropic-format.ts'
import { chatFormat } from './chat-completions/chat-format.ts'
import { headersOf, pathOf, sendJson, sendRefusal } from './http.ts'
import { answerModels } from './models.ts'
import type { LoopbackProvider, ProviderOptions } from './reply.ts'
import { responsesFormat } from './responses/responses-format.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/**
 * Starts a provider on 127.0.0.1, at a port of its own, that answers by a script in the wire format it is asked in: streams and
 * single answers, errors, tokens in and out, and what of a prompt is cached. What the real providers refuse, it refuses.
 */
export async function startProvider(options: ProviderOptions): Promise<LoopbackProvider> {
  const state: ProviderState = {
    script: options.script,
    count: remembering(options.count ?? (await loadMeasure('o200k_base')).count),
    window: options.window ?? Number.POSITIVE_INFINITY,
    keys: options.keys,
    requests: [],
    caches: new Map(),
  }
  const handlers = handlersOf(state)
  const server = createServer((request, response) => void handle(handlers, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests: state.requests,
    use(script) {
      state.script = script
    },
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function handlersOf(state: ProviderState): ReadonlyMap<string, Handler> {
  const responses = responsesFormat()
  return new Map<string, Handler>([
    ['POST /v1/messages', (...exchange) => answerRequest(state, anthropicFormat, ...exchange)],
    ['POST /v1/messages/count_tokens', (...exchange) => answerCount(state, anthropicFormat, ...exchange)],
    ['POST /v1/chat/completions', (...exchange) => answerRequest(state, chatFormat, ...exchange)],
    ['POST /v1/responses', (...exchange) => answerRequest(state, responses, ...exchange)],
    ['GET /v1/models', (...exchange) => answerModels(state, ...exchange)],
  ])
}

/** Whatever goes wrong ends this exchange alone. */
async function handle(
  handlers: ReadonlyMap<string, Handler>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => {})
  try {
    const handler = handlers.get(`${request.method} ${pathOf(request)}`)
    if (handler) await handler(request, response)
    else unknownPath(request, response)
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy()
    else sendJson(response, 500, { error: { message: `the loopback provider failed: ${error}`, type: 'server_error' } })
  }
}

function unknownPath(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const format = headersOf(request)['anthropic-version'] === undefined ? chatFormat : anthropicFormat
  const message = `Invalid URL (${request.method} ${pathOf(request)})`
  sendRefusal(
    response,
    format,
    { status: 404, message, type: format === chatFormat ? 'invalid_request_error' : undefined },
    '0',
  )
}

/** Counts each text once: a conversation comes again with every request. */
function remembering(count: (text: string) => number): (text: string) => number {
  const counts = new Map<string, number>()
  return (text) => {
    const held = counts.get(text)
    if (held !== undefined) return held
    const counted = count(text)
    counts.set(text, counted)
    return counted
  }
}
