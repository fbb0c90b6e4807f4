import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './answer.ts'
import { idHeader, sendJson, sendRefusal } from './http.ts'
import type { Reply, ReplyPart } from './reply.ts'
import type { Frame, Frames, WireFormat } from './wire-format.ts'

/** Where a reply goes. */
export interface Exchange {
  readonly response: ServerResponse
  readonly format: WireFormat
  readonly id: string
  /** Whether the client asked for a stream. */
  readonly streams: boolean
  /** Aborted once the client has gone away. */
  readonly signal: AbortSignal
  /** Makes an answer of parts. */
  answer(parts: readonly ReplyPart[], finish?: Answer['finish']): Answer
}

/** Answers with a reply. Rejects where the client went away before its end. */
export async function play(reply: Reply, exchange: Exchange): Promise<void> {
  const { response, format, id } = exchange
  switch (reply.kind) {
    case 'error': {
      const { status, body, retryAfter } = reply
      const headers = {
        ...idHeader(format, id),
        ...(retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }),
      }
      return sendJson(response, status, body ?? format.error(reply, id), headers)
    }
    case 'bytes':
      beginStream(exchange)
      response.end(reply.text)
      return
    case 'hang':
      if (reply.parts === undefined) return untilGone(exchange)
      break
    case 'cut':
      if (reply.parts.length > 0) break
      if (reply.how === 'end') beginStream(exchange)
      return close(reply.how, exchange)
  }
  return exchange.streams ? playStream(reply, exchange) : playWhole(reply, exchange)
}

/** Clients drop what they have not read once a connection breaks: time to read it, in milliseconds. */
const beforeReset = 20

type Spoken = Extract<Reply, { readonly parts?: readonly ReplyPart[] }>

async function playStream(reply: Spoken, exchange: Exchange): Promise<void> {
  const { format } = exchange
  const answer = exchange.answer(reply.parts ?? [], reply.kind === 'answer' ? reply.finish : undefined)
  const frames = format.frames(answer)
  switch (reply.kind) {
    case 'answer': {
      const { delay = 0, between = 0 } = reply
      await send([...frames.opening, ...frames.parts, ...frames.closing], exchange, delay, between)
      format.answered?.(answer.request, answer)
      return close('end', exchange)
    }
    case 'error-midway': {
      const sent = upTo(frames, reply.after)
      await send([...sent, format.failure(answer, reply, sent.length)], exchange)
      return close('end', exchange)
    }
    case 'cut':
      await send(upTo(frames, reply.after), exchange)
      return close(reply.how, exchange)
    case 'hang':
      await send(upTo(frames, reply.after), exchange)
      return untilGone(exchange)
  }
}

async function playWhole(reply: Spoken, exchange: Exchange): Promise<void> {
  const { response, format, id, signal } = exchange
  if (reply.kind === 'hang') return untilGone(exchange)
  if (reply.kind === 'error-midway') return sendRefusal(response, format, { status: 500, ...reply }, id)
  const answer = exchange.answer(reply.parts, reply.kind === 'answer' ? reply.finish : undefined)
  const whole = format.whole(answer)
  if (reply.kind === 'cut') {
    const text = JSON.stringify(whole)
    response.writeHead(200, { 'content-type': 'application/json', ...idHeader(format, id) })
    await write(text.slice(0, text.length / 2), exchange)
    return close(reply.how, exchange)
  }
  const { delay = 0, between = 0 } = reply
  const pieces = format.frames(answer).parts.filter(({ piece }) => piece).length
  await pause(delay + between * Math.max(0, pieces - 1), signal)
  sendJson(response, 200, whole, idHeader(format, id))
  format.answered?.(answer.request, answer)
}

/** What was sent once so many pieces were: nothing that would make the answer complete. */
function upTo({ opening, parts }: Frames, pieces = Number.POSITIVE_INFINITY): readonly Frame[] {
  const places = parts.flatMap(({ piece }, at) => (piece ? [at] : []))
  const most = Math.min(pieces, places.length)
  return [...opening, ...parts.slice(0, most < 1 ? 0 : (places[most - 1] ?? 0) + 1)]
}

async function send(frames: readonly Frame[], exchange: Exchange, delay = 0, between = 0): Promise<void> {
  beginStream(exchange)
  let sent = 0
  for (const { event, data, piece } of frames) {
    if (piece) await pause(sent++ === 0 ? delay : between, exchange.signal)
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    await write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`, exchange)
  }
}

function beginStream({ response, format, id }: Exchange): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    ...idHeader(format, id),
  })
  response.flushHeaders()
}

/** Resolves once the text was handed to the network. */
function write(text: string, { response, signal }: Exchange): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    response.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

async function close(how: 'end' | 'reset', { response, signal }: Exchange): Promise<void> {
  if (how === 'end') {
    response.end()
    return
  }
  await pause(beforeReset, signal)
  response.socket?.destroy()
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await wait(milliseconds, undefined, { signal })
}

function untilGone({ signal }: Exchange): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
