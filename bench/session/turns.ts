import { join } from 'node:path'
import type { Workspace } from '../../src/config/open.ts'
import { openSession, openTrace } from '../../src/config/session/open-session.ts'
import { turnRequest } from '../../src/config/session/turn.ts'
import type { Conversation } from '../../src/history/conversation.ts'
import type { Branch } from '../../src/history/node.ts'
import type { ModelCall, ModelEvent } from '../../src/models/language-model.ts'
import { fork } from '../../src/session/say.ts'
import { runTurn } from '../../src/session/turn/run-turn.ts'
import type { Session } from '../../src/session/turn/session.ts'
import type { SessionEvent } from '../../src/telemetry/event.ts'
import { answerOf, scriptedModel } from '../../src/testing/scripted-model.ts'
import { openBench } from '../engine.ts'
import { spoken } from './answers.ts'
import { fileName } from './fill.ts'
import { lapping, type Stopwatch, stopwatch } from './stopwatch.ts'
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
    done.push(await turnsUnder({ workspace: watched(opened, watch), watch, conversation, branch, budget }))
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

/** The workspace with laps where its store has written. */
function watched(workspace: Workspace, watch: Stopwatch): Workspace {
  const store = lapping(workspace.store, watch, {
    claimBranch: 'begin',
    append: 'append',
    putPlan: 'plan',
    putCall: 'record',
    putReflection: 'reflect',
  })
  return { ...workspace, store, engine: { ...workspace.engine, store } }
}

async function turnsUnder(place: Place): Promise<Turns> {
  const session = sessionOf(place)
  const before: TimedTurn[] = []
  const timed: TimedTurn[] = []
  for (let round = 0; round < warmUpTurns + countedTurns; round++)
    for (const kind of turnKinds) (round < warmUpTurns ? before : timed).push(await turn(place, session, kind))
  return { budget: place.budget, timed, longestBefore: Math.max(...before.map(({ total }) => total)) }
}

/** A session as the command line opens it, but for the model, which answers at once. */
interface Watched extends Session {
  readonly state: { kind: TurnKind; turn: number; used: number }
  readonly question: () => string
}

function sessionOf({ workspace, watch, budget }: Place): Watched {
  const state: Watched['state'] = { kind: turnKinds[0], turn: 0, used: 0 }
  const { question, answer } = spoken(budget ?? 1)
  const trace = openTrace(join(workspace.paths.root, 'trace.jsonl'), false)
  const session = openSession(workspace, {
    listeners: [
      (event) => {
        if (event.kind === 'plan-end') state.used = event.plan.budget.used
        lapAt(event, watch)
        trace(event)
        watch.lap('trace')
      },
    ],
  })
  const { tools, afterCall } = session
  const model = scriptedModel(function* (call) {
    watch.lap('record')
    const events = [...answered(call, state, answer)]
    watch.lap('model')
    yield* events
  })
  return {
    ...session,
    state,
    question,
    loadModel: async () => model,
    tools: tools && {
      ...tools,
      at: async (where) => {
        const found = await tools.at(where)
        watch.lap('ready')
        return found
      },
    },
    ...(afterCall && {
      afterCall: async (call, parts) => {
        await afterCall(call, parts)
        watch.lap('learn')
      },
    }),
  }
}

function lapAt({ kind }: SessionEvent, watch: Stopwatch): void {
  if (kind === 'plan-end') watch.lap('estimate')
  if (kind === 'call-end') watch.lap('record')
  if (kind === 'tool-end') watch.lap('run tool')
}

/** Reads a file first where the turn has a tool, then answers; its provider counts 3.6 characters as a token. */
function* answered(call: ModelCall, { kind, turn }: Watched['state'], answer: () => string): Iterable<ModelEvent> {
  const isAnswered = kind === '1 call' || call.prompt.messages.at(-1)?.role === 'tool'
  const events = isAnswered
    ? answerOf({ kind: 'text', text: answer() })
    : answerOf(
        { kind: 'text', text: 'I read it first.' },
        { kind: 'tool-call', callId: `call_${turn}`, name: 'read_file', input: { path: fileName(turn) } },
      )
  const input = Math.ceil(JSON.stringify(call.prompt.messages).length / 3.6)
  for (const event of events) yield event.kind === 'finish' ? { ...event, usage: { ...event.usage, input } } : event
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
