import type { Workspace } from '../../src/config/open.ts'
import { turnRequest } from '../../src/config/session/turn.ts'
import type { Conversation } from '../../src/history/conversation.ts'
import type { Branch } from '../../src/history/node.ts'
import { fork } from '../../src/session/say.ts'
import { runTurn } from '../../src/session/turn/run-turn.ts'
import { openBench } from '../engine.ts'
import { type Stopwatch, stopwatch } from './stopwatch.ts'
import {
  countedTurns,
  phases,
  type Task,
  type TimedTurn,
  type TurnKind,
  type Turns,
  turnKinds,
  warmUpTurns,
} from './task.ts'
import { type Watched, watchedSession, watchedWorkspace } from './watched.ts'

/** Makes turns behind a filled conversation, on a branch of its own for each limit, as a session of the command line does. */
export async function turns({ folder, budgets }: Task & { kind: 'turns' }): Promise<readonly Turns[]> {
  const opened = { ...(await openBench(folder)), env: { HOME: folder, XDG_CONFIG_HOME: folder } }
  const [conversation] = await opened.store.conversations()
  const [main] = conversation ? await opened.store.branches(conversation.id) : []
  if (!conversation || !main) throw new Error('The workspace holds no conversation.')
  const watch = stopwatch()
  const done: Turns[] = []
  for (const budget of budgets) {
    const branch = await fork(opened.engine, main, `under ${budget}`)
    done.push(await turnsUnder({ workspace: watchedWorkspace(opened, watch), watch, conversation, branch, budget }))
  }
  await opened.close()
  return done
}

interface Place {
  readonly workspace: Workspace
  readonly watch: Stopwatch
  readonly conversation: Conversation
  readonly branch: Branch
  readonly budget: number | null
}

async function turnsUnder(place: Place): Promise<Turns> {
  const session = watchedSession(place.workspace, place.watch, place.budget ?? 1)
  const before: TimedTurn[] = []
  const timed: TimedTurn[] = []
  for (let round = 0; round < warmUpTurns + countedTurns; round++)
    for (const kind of turnKinds) (round < warmUpTurns ? before : timed).push(await turn(place, session, kind))
  return { budget: place.budget, timed, longestBefore: Math.max(...before.map(({ total }) => total)) }
}

async function turn(place: Place, session: Watched, kind: TurnKind): Promise<TimedTurn> {
  const { workspace, watch, conversation, branch, budget } = place
  session.state.kind = kind
  session.state.turn++
  const message = [{ kind: 'text', text: session.question() } as const]
  watch.start()
  const request = await turnRequest(workspace, { conversation, branch }, message, budget === null ? {} : { budget })
  const { run, calls } = await runTurn(session, request)
  watch.lap('end')
  if (run.state !== 'done' || calls.length !== turnKinds.indexOf(kind) + 1)
    throw new Error(`The turn ended ${run.state} after ${calls.length} calls: ${run.error?.message}`)
  const laps = watch.laps()
  const spent = phases.map((phase) => [phase, laps.get(phase) ?? 0] as const)
  return {
    kind,
    total: spent.reduce((sum, [, milliseconds]) => sum + milliseconds, 0),
    phases: Object.fromEntries(spent),
    used: session.state.used,
  }
}
