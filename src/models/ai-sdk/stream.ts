import type { Json, JsonObject } from '../../core/content/json.ts'
import type { FinishReason } from '../../history/calls/call.ts'
import type { ModelCall, ModelEvent } from '../language-model.ts'
import { ModelFailure } from '../model-failure.ts'
import { type Answer, newAnswer } from './answer.ts'
import { ask, type ClientEvent } from './ask.ts'
import { type Connection, dataKey } from './connection.ts'
import { placeOf, toModelFailure } from './failure.ts'
import { noFacts, type RawFacts, readRaw } from './raw-facts.ts'
import { usageOf } from './usage.ts'
import { watchedFetch } from './watched-fetch.ts'

/**
 * Asks once, and tells what comes. A part is told when the stream has gone on behind it or is complete, so that what a
 * connection cut in the middle is never told as a part.
 */
export async function* streamAnswer(connection: Connection, call: ModelCall): AsyncGenerator<ModelEvent, void> {
  const { provider, timeout } = connection
  const stop = new AbortController()
  const signal = AbortSignal.any([call.signal, stop.signal])
  const silence = new ModelFailure('timeout', `Nothing came from ${placeOf(connection)} for ${timeout / 1000} seconds.`)
  const watch = watchedFetch({ timeout, expire: () => stop.abort(silence), sendsKey: connection.key !== null })
  let raw = noFacts
  let hasCalls = false
  const answer = newAnswer(provider.api, dataKey(connection), () => raw)
  try {
    signal.throwIfAborted()
    for await (const event of whileOpen(ask(connection, call, watch.fetch, signal), signal)) {
      if (event.type === 'raw') {
        raw = readRaw(provider.api, raw, event.rawValue)
        yield* answer.release()
      } else if (event.type === 'finish-step') {
        if (!raw.complete || event.finishReason === 'interrupted') break
        yield* answer.finish()
        yield finishOf(connection, event, raw, hasCalls)
        return
      } else if (event.type === 'error') {
        throw isCut(event.error, raw) ? cutOff(connection, raw, watch.contentType()) : event.error
      } else {
        hasCalls ||= event.type === 'tool-call'
        yield* take(answer, event)
      }
    }
    throw cutOff(connection, raw, watch.contentType())
  } catch (error) {
    const thrown = stop.signal.aborted ? stop.signal.reason : error
    throw toModelFailure(thrown, connection, { aborted: call.signal.aborted, began: raw.began })
  } finally {
    stop.abort()
  }
}

function take(answer: Answer, event: ClientEvent): ModelEvent[] {
  switch (event.type) {
    case 'text-start':
    case 'text-delta':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-call':
    case 'file':
      return answer.take(event)
    default:
      return []
  }
}

/** Events until the last, or until the signal is aborted: then at once, whatever the client is doing. */
async function* whileOpen<T>(events: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const iterator = events[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  aborted.catch(() => undefined)
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = iterator.next()
      next.catch(() => undefined)
      const { done, value } = await Promise.race([next, aborted])
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    iterator.return?.().catch(() => undefined)
  }
}

/** Whether the client complains that the end of the answer is missing. */
function isCut(error: unknown, { complete }: RawFacts): boolean {
  return !complete && error instanceof Error && /ended without a finish reason|No output generated/i.test(error.message)
}

/** What a stream is that ended without its end: cut, or none of the interface where not one of its events came. */
function cutOff(connection: Connection, { began }: RawFacts, contentType: string | null): ModelFailure {
  const { facts, provider } = connection
  const place = placeOf(connection)
  if (began) return new ModelFailure('cut-off', `The answer from ${place} ended in the middle.`)
  const isStream = contentType === null || contentType.includes('text/event-stream')
  const what = isStream
    ? `nothing that the ${provider.api} interface sends`
    : `${contentType.split(';')[0]?.trim()} instead of a stream`
  return new ModelFailure(
    'bad-answer',
    `${place} answered with ${what}. Check the address in the setting providers.${facts.provider}.baseUrl.`,
  )
}

const reasons: readonly string[] = ['stop', 'length', 'tool-calls', 'content-filter', 'error'] satisfies FinishReason[]

function finishOf(
  { provider }: Connection,
  { finishReason, usage }: Extract<ClientEvent, { type: 'finish-step' }>,
  { reason, responseId, model }: RawFacts,
  hasCalls: boolean,
): ModelEvent {
  // Some servers say that they stopped where they call tools.
  const unified = finishReason === 'stop' && hasCalls ? 'tool-calls' : finishReason
  const rawUsage: JsonObject | null = (usage.raw as JsonObject | undefined) ?? null
  return {
    kind: 'finish',
    reason: reasons.includes(unified) ? (unified as FinishReason) : 'other',
    rawReason: reason,
    usage: usageOf(provider.api, rawUsage),
    rawUsage: rawUsage as Json,
    responseId,
    responseModel: model,
  }
}
