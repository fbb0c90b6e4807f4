import { join } from 'node:path'
import type { Workspace } from '../../src/config/open.ts'
import { openSession, openTrace } from '../../src/config/session/open-session.ts'
import type { ModelCall, ModelEvent } from '../../src/models/language-model.ts'
import type { Session } from '../../src/session/turn/session.ts'
import type { SessionEvent } from '../../src/telemetry/event.ts'
import { answerOf, scriptedModel } from '../../src/testing/scripted-model.ts'
import { spoken } from './answers.ts'
import { fileName } from './fill.ts'
import { lapping, type Stopwatch } from './stopwatch.ts'
import { type TurnKind, turnKinds } from './task.ts'

/** The workspace with laps where its store has written. */
export function watchedWorkspace(workspace: Workspace, watch: Stopwatch): Workspace {
  const store = lapping(workspace.store, watch, {
    claimBranch: 'begin',
    append: 'append',
    putPlan: 'plan',
    putCall: 'record',
    putReflection: 'reflect',
  })
  return { ...workspace, store, engine: { ...workspace.engine, store } }
}

/** A session as the command line opens it, but for the model, which answers at once; `state` says what it is to do. */
export interface Watched extends Session {
  readonly state: { kind: TurnKind; turn: number; used: number }
  readonly question: () => string
}

/** Opens one that tells a watch where its time goes. `seed` makes what is said. */
export function watchedSession(workspace: Workspace, watch: Stopwatch, seed: number): Watched {
  const state: Watched['state'] = { kind: turnKinds[0], turn: 0, used: 0 }
  const { question, answer } = spoken(seed)
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
