import type { SessionEvent } from '../../telemetry/event.ts'
import type { Session } from './session.ts'

/** An event without what every event has. */
type Bare<Event> = Event extends SessionEvent ? Omit<Event, 'run' | 'at'> : never

/** Tells of an event of one run. */
export type Emit = (event: Bare<SessionEvent>) => void

/** Tells the session's listener of a run's events, at the time at which they happen. What a listener throws is left aside. */
export function emitter({ listen, engine }: Pick<Session, 'listen' | 'engine'>, run: string): Emit {
  return (event) => {
    try {
      listen({ ...event, run, at: engine.now() } as SessionEvent)
    } catch {
      // A listener's fault is no reason to lose an answer.
    }
  }
}
