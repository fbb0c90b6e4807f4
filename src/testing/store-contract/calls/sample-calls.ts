import type { Call } from '../../../history/calls/call.ts'
import type { Outcome } from '../../../history/calls/outcome.ts'
import type { Run } from '../../../history/calls/run.ts'
import type { ToolTrace } from '../../../history/calls/tool-trace.ts'
import { sampleId } from '../samples.ts'

interface Place {
  readonly conversation: string
  readonly branch: string
}

/** A run that waits. */
export function sampleRun(number: number, { conversation, branch }: Place, rest: Partial<Run> = {}): Run {
  return {
    id: sampleId(number),
    conversation,
    branch,
    model: 'made:up',
    settings: '5'.repeat(64),
    priority: 0,
    state: 'queued',
    owner: null,
    queuedAt: number,
    startedAt: null,
    endedAt: null,
    attempts: 0,
    stopAsked: false,
    error: null,
    ...rest,
  }
}

/** A call that was answered. */
export function sampleCall(number: number, { conversation, branch }: Place, rest: Partial<Call> = {}): Call {
  return {
    id: sampleId(number),
    run: sampleId(800_000),
    step: 1,
    conversation,
    branch,
    plan: 'a'.repeat(64),
    request: 'b'.repeat(64),
    provider: 'made',
    model: 'up',
    parameters: { maxOutputTokens: 100, providerOptions: { made: { effort: 'low' } } },
    state: 'done',
    startedAt: number,
    firstTokenAt: number + 5,
    endedAt: number + 9.5,
    finish: 'stop',
    rawFinish: 'end',
    usage: { input: 10, cachedRead: 90, cacheWrite: null, output: 7, reasoning: 0 },
    rawUsage: { tokens: [10, 90, 7], tier: 'a "b"' },
    responseId: 'r-1',
    responseModel: 'up-1',
    retries: [{ code: 'model-rate-limit', message: 'Later.', waited: 20, at: number }],
    error: null,
    node: sampleId(number + 500_000),
    estimate: { measure: 'characters', size: 99, messages: 3, perMessage: 4, features: [1.5, 0] },
    ...rest,
  }
}

/** A tool that ran for a call. */
export function sampleTrace(call: string, callId: string, startedAt: number, rest: Partial<ToolTrace> = {}): ToolTrace {
  return {
    call,
    callId,
    name: 'write_file',
    input: { path: 'a.ts', text: 'new\n' },
    permitted: 'approved',
    result: 'c'.repeat(64),
    size: 12,
    startedAt,
    endedAt: startedAt + 3,
    error: null,
    exitCode: null,
    changes: [{ path: 'a.ts', before: null, after: 'd'.repeat(64), diff: '+new\n' }],
    ...rest,
  }
}

/** What a person made of a call. */
export function sampleOutcome(number: number, call: Call, rest: Partial<Outcome> = {}): Outcome {
  return {
    id: sampleId(number),
    call: call.id,
    plan: call.plan,
    conversation: call.conversation,
    branch: call.branch,
    verdict: 'accepted',
    note: null,
    at: number,
    ...rest,
  }
}
