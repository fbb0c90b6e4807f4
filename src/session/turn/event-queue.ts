import type { Listener, SessionEvent } from '../../telemetry/event.ts'

/** Events from a listener to whoever iterates. */
export interface EventQueue {
  /** Takes an event in. */
  readonly push: Listener
  /** No more will come. */
  end(): void
  /** What was taken in, as it comes, until the end; once. */
  events(): AsyncGenerator<SessionEvent>
}

/** Keeps events until they are asked for. */
export function eventQueue(): EventQueue {
  const waiting: SessionEvent[] = []
  let isOver = false
  let wake: () => void = () => undefined
  return {
    push: (event) => {
      waiting.push(event)
      wake()
    },
    end: () => {
      isOver = true
      wake()
    },
    async *events() {
      for (;;) {
        yield* waiting.splice(0)
        if (waiting.length > 0) continue
        if (isOver) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
