import { requestOf } from '../session.ts'
import type { Policy } from './policy.ts'

/** Sends everything, whatever the limit. */
export const everything: Policy = function* (session) {
  for (const [call, { before }] of session.calls.entries()) {
    yield requestOf(session, call, session.messages.slice(0, before))
  }
}
