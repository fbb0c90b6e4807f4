import type { Part } from '../../core/content/part.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { Call } from '../../history/calls/call.ts'
import type { ToolTrace } from '../../history/calls/tool-trace.ts'
import type { SessionEvent } from '../../telemetry/event.ts'

/** Events for tests and demonstrations, as a turn tells them. */

type Body<Event> = Event extends SessionEvent ? Omit<Event, 'run' | 'at'> : never

/** An event of a run, so many milliseconds after its beginning. */
export function event(body: Body<SessionEvent>, at = 0, run = 'run'): SessionEvent {
  return { run, at, ...body } as SessionEvent
}

/** A plan whose budget adds up, of which parts of a history were left out. */
export function examplePlan(changes: Partial<ContextPlan> = {}): ContextPlan {
  const digest = 'd'.repeat(64) as ContextPlan['id']
  return {
    kind: 'plan',
    id: digest,
    measure: 'o200k_base',
    budget: {
      window: 1000,
      reserved: 100,
      safety: 50,
      limit: 850,
      used: 300,
      sections: [{ section: 'history', allotted: 850, used: 300, items: 2 }],
    },
    kept: [
      { kind: 'kept', id: 'a', section: 'history', form: 'full', size: 100, reason: { kind: 'fits' } },
      { kind: 'kept', id: 'b', section: 'history', form: 'full', size: 200, reason: { kind: 'fits' } },
    ],
    leftOut: [
      {
        kind: 'span',
        section: 'history',
        from: 'x',
        to: 'y',
        count: 12,
        size: 8412,
        reason: { kind: 'over-budget', shortBy: 1 },
      },
    ],
    truncation: { strategy: 'truncateMiddle', truncated: true, recentShrunk: false, markerLeftOut: false },
    moment: 'none',
    policies: [],
    ...changes,
  } as ContextPlan
}

/** A call that was done. */
export function exampleCall(changes: Partial<Call> = {}): Call {
  const digest = 'd'.repeat(64) as Call['plan']
  return {
    id: 'call',
    run: 'run',
    step: 1,
    conversation: 'conversation',
    branch: 'branch',
    plan: digest,
    request: digest,
    provider: 'test',
    model: 'model',
    parameters: {},
    state: 'done',
    startedAt: 0,
    firstTokenAt: 1,
    endedAt: 2,
    finish: 'stop',
    rawFinish: 'stop',
    usage: { input: 100, cachedRead: 300, cacheWrite: 0, output: 20, reasoning: 0 },
    rawUsage: null,
    responseId: null,
    responseModel: null,
    retries: [],
    error: null,
    node: 'node',
    estimate: { measure: 'o200k_base', size: 400, messages: 2, perMessage: 3, features: null },
    ...changes,
  }
}

/** A tool that ran. */
export function exampleTrace(changes: Partial<ToolTrace> = {}): ToolTrace {
  return {
    call: 'call',
    callId: 'tool',
    name: 'read_file',
    input: {},
    permitted: 'allowed',
    result: null,
    size: 0,
    startedAt: 0,
    endedAt: 1,
    error: null,
    exitCode: null,
    changes: [],
    ...changes,
  }
}

/** A turn that says a text, piece by piece. */
export function answering(text: string, pieces = 3): SessionEvent[] {
  const size = Math.max(1, Math.ceil(text.length / pieces))
  const parts: Part[] = [{ kind: 'text', text }]
  return [
    event({ kind: 'turn-start', conversation: 'conversation', branch: 'branch', provider: 'test', model: 'model' }),
    event({ kind: 'plan-end', plan: examplePlan(), took: 1, firstCut: false }),
    event({ kind: 'call-start', call: exampleCall({ state: 'running' }) }),
    ...Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
      event({ kind: 'text-delta', call: 'call', text: text.slice(i * size, (i + 1) * size) }),
    ),
    event({ kind: 'call-end', call: exampleCall(), parts, partial: false }),
    event({ kind: 'turn-end', state: 'done', steps: 1, error: null, branch: 'branch' }, 1500),
  ]
}
