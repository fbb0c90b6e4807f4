import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json, JsonObject } from '../../core/content/json.ts'
import { type Answer, answerPieces, digest, outputOf } from './answer.ts'
import { checkCount } from './anthropic/check.ts'
import type { Cached, PrefixCache } from './cached-prefixes.ts'
import { headersOf, isRefusal, readBody, sendJson, sendRefusal } from './http.ts'
import { textIn } from './json-body.ts'
import { play } from './play.ts'
import { type Prompt, plainMessages } from './prompt.ts'
import type { ReceivedRequest, Reply, ReplyPart, Script } from './reply.ts'
import type { Refusal, WireFormat } from './wire-format.ts'

/** What a provider knows while it runs. */
export interface ProviderState {
  script: Script
  readonly count: (text: string) => number
  readonly window: number
  readonly keys: readonly string[] | undefined
  readonly requests: ReceivedRequest[]
  /** By wire and model. */
  readonly caches: Map<string, PrefixCache>
}

/** Answers one request to a model. */
export async function answerRequest(
  state: ProviderState,
  format: WireFormat,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = headersOf(request)
  const body = await readBody(request)
  const number = state.requests.length + 1
  if (isRefusal(body)) return sendRefusal(response, format, body, digest(`${number}`).slice(0, 24))
  const id = digest(`${number} ${body.text}`).slice(0, 24)
  const model = textIn(body.value.model)
  const prompt = format.read(body.value)
  const cache = cacheOf(state, format, model)
  const cached = cache.look(prompt)
  const received = receivedRequest({ number, wire: format.wire, model, headers, body: body.value }, prompt, cached)
  state.requests.push(received)

  const refusal =
    refuseKey(state, format, headers) ??
    format.check(body.value, headers) ??
    format.tooLong(body.value, cached.total, state.window)
  if (refusal) return sendRefusal(response, format, refusal, id)

  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const reply = await askScript(state.script, received)
  if (reply.kind !== 'error') cache.keep(prompt)
  return play(reply, {
    response,
    format,
    id,
    streams: body.value.stream === true,
    signal: gone.signal,
    answer: (parts, finish) => made(state, format, { id, model, request: body.value }, cached, parts, finish),
  })
}

/** Answers how many tokens a Messages request takes. */
export async function answerCount(
  state: ProviderState,
  format: WireFormat,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = headersOf(request)
  const body = await readBody(request)
  const refusal = isRefusal(body) ? body : (refuseKey(state, format, headers) ?? checkCount(body.value, headers))
  if (refusal) return sendRefusal(response, format, refusal, digest('count').slice(0, 24))
  if (isRefusal(body)) return
  const { total } = format.cache(state.count).look(format.read(body.value))
  sendJson(response, 200, { input_tokens: total })
}

/** Why the key that came is not taken; null where every key is. */
export function refuseKey(
  { keys }: ProviderState,
  format: WireFormat,
  headers: ReceivedRequest['headers'],
): Refusal | null {
  return keys === undefined || keys.includes(format.key(headers) ?? '') ? null : format.wrongKey()
}

function receivedRequest(
  came: Pick<ReceivedRequest, 'number' | 'wire' | 'model' | 'headers'> & { readonly body: Json },
  prompt: Prompt,
  { total, read }: Cached,
): ReceivedRequest {
  return { ...came, messages: plainMessages(prompt), tools: prompt.tools, tokens: total, cached: read }
}

function cacheOf({ caches, count }: ProviderState, format: WireFormat, model: string): PrefixCache {
  const name = `${format.wire} ${model}`
  const held = caches.get(name) ?? format.cache(count)
  caches.set(name, held)
  return held
}

/** A script that fails is answered like a provider that does. */
async function askScript(script: Script, received: ReceivedRequest): Promise<Reply> {
  try {
    return await script(received)
  } catch (error) {
    return {
      kind: 'error',
      status: 500,
      message: `the script failed: ${error instanceof Error ? error.message : error}`,
    }
  }
}

function made(
  { count }: ProviderState,
  { callPrefix }: WireFormat,
  own: { readonly id: string; readonly model: string; readonly request: JsonObject },
  cached: Cached,
  given: readonly ReplyPart[],
  finish: Answer['finish'] | undefined,
): Answer {
  const parts = answerPieces(given, own.id, callPrefix)
  const usual = parts.some(({ kind }) => kind === 'tool-call') ? 'tool-calls' : 'stop'
  return {
    ...own,
    created: Math.floor(Date.now() / 1000),
    parts,
    finish: finish ?? usual,
    usage: { ...cached, ...outputOf(parts, count) },
  }
}
