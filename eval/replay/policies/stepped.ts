import { requestOf } from '../session.ts'
import type { Sizes } from '../sizes.ts'
import type { Policy } from './policy.ts'
import { countOver, messagesIn, sizeOf, stepsOf } from './steps.ts'

/** Keeps the first message. When a call is over the limit, the oldest steps go until it is at most half of it, for good. */
export function stepped(sizes: Sizes): Policy {
  return function* (session, limit) {
    const frame = sizes.ofFrame(session)
    let gone = 0
    for (const [call, { before }] of session.calls.entries()) {
      const steps = stepsOf(session.messages.slice(0, before), sizes)
      const first = steps.slice(0, 1)
      const rest = steps.slice(1 + gone)
      const fixed = frame + sizeOf(first)
      const over = fixed + sizeOf(rest) > limit ? countOver(rest, limit / 2 - fixed) : 0
      gone += over
      yield requestOf(session, call, messagesIn([...first, ...rest.slice(over)]))
    }
  }
}
