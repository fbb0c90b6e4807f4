import type { ReplayRequest } from '../request.ts'
import type { Session } from '../session.ts'

/** Builds the requests of all calls of a session, in order, each from what stands before the call, under an input limit. */
export type Policy = (session: Session, limit: number) => Iterable<ReplayRequest> | AsyncIterable<ReplayRequest>
