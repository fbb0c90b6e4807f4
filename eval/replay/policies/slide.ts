import { requestOf } from '../session.ts'
import type { Sizes } from '../sizes.ts'
import type { Policy } from './policy.ts'
import { countOver, messagesIn, sizeOf, stepsOf } from './steps.ts'

/** Keeps the first message and, each call anew, as many of the newest steps as fit. */
export function slide(sizes: Sizes): Policy {
  return function* (session, limit) {
    const room = limit - sizes.ofFrame(session)
    for (const [call, { before }] of session.calls.entries()) {
      const steps = stepsOf(session.messages.slice(0, before), sizes)
      const first = steps.slice(0, 1)
      const rest = steps.slice(1)
      const kept = rest.slice(countOver(rest, room - sizeOf(first)))
      yield requestOf(session, call, messagesIn([...first, ...kept]))
    }
  }
}
