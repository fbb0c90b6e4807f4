import type { Run } from '../../history/calls/run.ts'
import { BranchBusy } from './errors.ts'
import type { Session } from './session.ts'
import type { TurnRequest } from './turn-request.ts'

/**
 * Takes a branch for a run. A run whose process is gone gives its branch up: it is `interrupted` from now on, and so are its
 * calls. Throws BranchBusy.
 */
export async function beginRun(session: Session, request: TurnRequest): Promise<Run> {
  const { store, now } = session.engine
  const queued = request.run ?? (await newRun(session, request))
  const run: Run = {
    ...queued,
    state: 'running',
    owner: session.owner,
    startedAt: now(),
    attempts: queued.attempts + 1,
  }
  for (;;) {
    const other = await store.claimBranch(run)
    if (!other) return run
    if (other.owner !== null && session.isAlive(other.owner)) throw new BranchBusy(other)
    await giveUp(session, other)
  }
}

/** Throws BranchBusy where a run is at work on a branch, whose process still lives. */
export async function refuseBusy(
  { engine, isAlive }: Pick<Session, 'engine' | 'isAlive'>,
  branch: string,
): Promise<void> {
  const [run] = await engine.store.runs({ branch, states: ['running'], limit: 1 })
  if (run?.owner && isAlive(run.owner)) throw new BranchBusy(run)
}

/** A run for a turn, in state `queued`, not stored yet. */
export async function newRun({ engine, owner }: Session, request: TurnRequest, priority = 0): Promise<Run> {
  const { branch, model, settings = null } = request
  return {
    id: engine.newId(),
    conversation: branch.conversation,
    branch: branch.id,
    model: `${model.provider}:${model.name}`,
    settings: await engine.store.putDocument({ ...settings } as never),
    priority,
    state: 'queued',
    owner,
    queuedAt: engine.now(),
    startedAt: null,
    endedAt: null,
    attempts: 0,
    stopAsked: false,
    error: null,
  }
}

/** Closes a run whose process is gone, and its calls. What it had stored stays. */
export async function giveUp({ engine }: Pick<Session, 'engine'>, run: Run): Promise<void> {
  const { store, now } = engine
  const error = { code: 'interrupted', message: 'The process that made it ended before it did.' }
  for (const call of await store.calls({ run: run.id, limit: 10 }))
    if (call.state === 'running') await store.putCall({ ...call, state: 'interrupted', endedAt: now(), error })
  await store.putRun({ ...run, state: 'interrupted', endedAt: now(), error })
}

/** How often a run looks whether somebody wants it to stop, in milliseconds. */
const lookEvery = 250

/** Aborts when somebody asked the run to stop, from whatever process. Ends with the signal. */
export async function watchForStop(session: Session, run: string, ended: AbortSignal, stop: () => void): Promise<void> {
  while (!ended.aborted) {
    await session.wait(lookEvery, ended).catch(() => undefined)
    if (ended.aborted) return
    // A store that is busy is asked again.
    const found = await session.engine.store.run(run).catch(() => undefined)
    if (found?.stopAsked) return stop()
  }
}
