import type { Part } from '../core/content/part.ts'
import type { ContextPlan } from '../core/context-plan.ts'
import type { Call } from '../history/calls/call.ts'
import type { ToolTrace } from '../history/calls/tool-trace.ts'
import type { Node } from '../history/node.ts'
import type { SessionEvent } from './event.ts'

/** For tests: the text that stands wherever an example holds what somebody said, asked, found or wrote. */
export const secret = '§ something that was said'

/** For tests: the time at which the example's turn starts. */
export const startsAt = 1_700_000_000_000

const digest = 'd'.repeat(64)

/** For tests: a call that failed once and then answered. */
export const exampleCall: Call = {
  id: 'call-1',
  run: 'run-1',
  step: 1,
  conversation: 'conversation-1',
  branch: 'branch-1',
  plan: digest,
  request: digest,
  provider: 'anthropic',
  model: 'claude-example',
  parameters: {
    maxOutputTokens: 100,
    temperature: 0.5,
    user: secret,
    providerOptions: { anthropic: { note: secret } },
  },
  state: 'done',
  startedAt: startsAt + 20,
  firstTokenAt: startsAt + 1530,
  endedAt: startsAt + 2020,
  finish: 'tool-calls',
  rawFinish: 'tool_use',
  usage: { input: 10, cachedRead: 70, cacheWrite: 20, output: 30, reasoning: 5 },
  rawUsage: { input_tokens: 10, note: secret },
  responseId: 'response-1',
  responseModel: 'claude-example-2',
  retries: [{ code: 'model-rate-limit', message: secret, waited: 1000, at: startsAt + 30 }],
  error: null,
  node: 'node-2',
  estimate: { measure: 'estimate*1.2', size: 110, messages: 2, perMessage: 5, features: [1, 2] },
}

/** For tests: a tool that failed. */
export const exampleTrace: ToolTrace = {
  call: 'call-1',
  callId: 'tool-1',
  name: 'write_file',
  input: { path: secret, text: [secret] },
  permitted: 'approved',
  result: digest,
  size: 12,
  startedAt: startsAt + 2100,
  endedAt: startsAt + 2200,
  error: secret,
  exitCode: 1,
  changes: [{ path: secret, before: null, after: digest, diff: secret }],
}

const plan: ContextPlan = {
  kind: 'plan',
  id: digest,
  measure: 'estimate*1.2',
  budget: {
    window: 1000,
    reserved: 100,
    safety: 50,
    limit: 850,
    used: 110,
    sections: [{ section: 'history', allotted: 850, used: 110, items: 1 }],
  },
  kept: [{ kind: 'kept', id: secret, section: 'files', form: 'full', size: 110, reason: { kind: 'fits' } }],
  leftOut: [
    { kind: 'left-out', id: secret, section: 'files', size: 8, reason: { kind: 'over-budget', shortBy: 1 } },
    {
      kind: 'span',
      section: 'history',
      from: 'node-0',
      to: 'node-0',
      count: 12,
      size: 300,
      reason: { kind: 'over-budget', shortBy: 1 },
    },
  ],
  truncation: { strategy: 'truncateMiddle', truncated: true, recentShrunk: false, markerLeftOut: false },
  moment: 'pressure',
  policies: [],
  prefix: { previous: digest, shared: 40, broken: { item: secret, because: 'pressure' }, cost: 100 },
}

const node: Node = {
  id: 'node-1',
  shortId: 'node',
  conversation: 'conversation-1',
  parent: null,
  depth: 0,
  author: 'human',
  authorId: secret,
  content: digest,
  hash: digest,
  createdAt: startsAt,
  empty: false,
  unmatched: false,
  openCalls: 0,
}

const parts: readonly Part[] = [
  { kind: 'text', text: secret },
  { kind: 'reasoning', text: secret },
  { kind: 'tool-call', callId: secret, name: secret, input: { query: secret } },
  { kind: 'file', path: secret, way: 'mention', text: secret },
  { kind: 'image', ref: `data:image/png;base64,${secret}` },
]
const result: Part = { kind: 'tool-result', callId: 'tool-1', content: [{ kind: 'text', text: secret }] }

type Body<Event> = Event extends SessionEvent ? Omit<Event, 'run' | 'at'> : never

const bodies: readonly Body<SessionEvent>[] = [
  {
    kind: 'turn-start',
    conversation: 'conversation-1',
    branch: 'branch-1',
    provider: 'anthropic',
    model: 'claude-example',
    agent: 'Scout',
  },
  { kind: 'node-append', node, parts },
  { kind: 'plan-end', plan, took: 4, firstCut: true },
  {
    kind: 'plan-refuse',
    refusal: { kind: 'refusal', code: 'over-limit', limit: 850, overBy: 3, largest: [{ id: secret, size: 9 }] },
  },
  {
    kind: 'call-start',
    call: { ...exampleCall, state: 'running' },
    prompt: { messages: [{ role: 'user', content: secret }] },
  },
  { kind: 'text-delta', call: 'call-1', text: secret },
  { kind: 'reasoning-delta', call: 'call-1', text: secret },
  { kind: 'tool-input-start', call: 'call-1', callId: secret, name: secret },
  { kind: 'call-retry', call: 'call-1', code: 'model-rate-limit', message: secret, wait: 1000 },
  { kind: 'call-end', call: exampleCall, parts, partial: false },
  { kind: 'tool-start', call: 'call-1', callId: secret, name: secret, input: [secret], about: secret },
  { kind: 'tool-end', trace: exampleTrace, parts: [result] },
  { kind: 'turn-end', state: 'failed', steps: 1, error: { code: 'fault', message: secret }, branch: 'b' },
]

/** For tests: a turn with every kind of event and every field that an event can have. */
export const exampleEvents: readonly SessionEvent[] = bodies.map(
  (body, step) => ({ run: 'run-1', at: startsAt + step * 300, ...body }) as SessionEvent,
)
