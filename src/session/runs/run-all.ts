import type { Run } from '../../history/calls/run.ts'
import { newRun } from '../turn/begin-run.ts'
import { errorOf } from '../turn/errors.ts'
import { runTurn } from '../turn/run-turn.ts'
import type { Session } from '../turn/session.ts'
import type { TurnRequest, TurnResult } from '../turn/turn-request.ts'

/** Turns to be made, each on a branch of its own. */
export interface QueuedTurn {
  readonly request: TurnRequest
  /** Higher goes first; of equal ones the one that was given first. Default 0. */
  readonly priority?: number
}

/** What came of a queued turn; where it could not begin, or ended by a fault, its run says why. */
export type RunEnd =
  | { readonly kind: 'ended'; readonly result: TurnResult }
  | { readonly kind: 'failed'; readonly run: Run }

/** How many turns are made at the same time where nobody says otherwise. */
const defaultParallel = 4

/**
 * Makes turns on several branches at the same time. All are put in the queue first, so that others see them and can stop them. One that
 * fails does not end the others. The outcomes are in the order of the turns.
 */
export async function runAll(
  session: Session,
  turns: readonly QueuedTurn[],
  { parallel = defaultParallel }: { readonly parallel?: number } = {},
): Promise<readonly RunEnd[]> {
  const { store } = session.engine
  const queued: { readonly at: number; readonly request: TurnRequest; readonly run: Run }[] = []
  for (const [at, { request, priority = 0 }] of turns.entries()) {
    const run = await newRun(session, request, priority)
    await store.putRun(run)
    queued.push({ at, request, run })
  }
  queued.sort((a, b) => b.run.priority - a.run.priority || a.at - b.at)
  const ends: RunEnd[] = []
  const work = async (): Promise<void> => {
    for (let next = queued.shift(); next; next = queued.shift())
      ends[next.at] = await runOne(session, { ...next.request, run: next.run })
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(parallel, turns.length)) }, work))
  return ends
}

async function runOne(session: Session, request: TurnRequest & { readonly run: Run }): Promise<RunEnd> {
  const { store, now } = session.engine
  const isStopped = request.signal?.aborted === true || (await store.run(request.run.id))?.stopAsked === true
  const end = async (state: Run['state'], error: Run['error']): Promise<RunEnd> => {
    const stored = (await store.run(request.run.id)) ?? request.run
    const hasEnded = stored.endedAt !== null
    const run: Run = hasEnded ? stored : { ...stored, state, endedAt: now(), error }
    if (!hasEnded) await store.putRun(run)
    return { kind: 'failed', run }
  }
  if (isStopped) return await end('stopped', null)
  try {
    return { kind: 'ended', result: await runTurn(session, request) }
  } catch (error) {
    return await end('failed', errorOf(error))
  }
}
