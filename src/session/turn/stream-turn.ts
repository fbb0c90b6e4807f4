import type { SessionEvent } from '../../telemetry/event.ts'
import { eventQueue } from './event-queue.ts'
import { runTurn } from './run-turn.ts'
import type { Session } from './session.ts'
import type { TurnRequest, TurnResult } from './turn-request.ts'

/** A turn while it is made: its events as they happen, and what comes of it. */
export interface TurnStream extends AsyncIterable<SessionEvent> {
  /** Rejects as `runTurn` throws. Reading the events is not needed for it. */
  readonly result: Promise<TurnResult>
}

/**
 * Makes a turn at once and gives its events, once, to whoever iterates; those that came before are kept for it. Who stops
 * iterating stops the turn.
 */
export function streamTurn(session: Session, request: TurnRequest): TurnStream {
  const left = new AbortController()
  const queue = eventQueue()
  const signal = request.signal ? AbortSignal.any([request.signal, left.signal]) : left.signal
  const listen: Session['listen'] = (event) => {
    queue.push(event)
    session.listen(event)
  }
  const result = runTurn({ ...session, listen }, { ...request, signal })
  const over = result.then(queue.end, queue.end)
  async function* events(): AsyncGenerator<SessionEvent> {
    try {
      yield* queue.events()
      await result
    } finally {
      left.abort()
      await over
    }
  }
  return { result, [Symbol.asyncIterator]: events }
}
