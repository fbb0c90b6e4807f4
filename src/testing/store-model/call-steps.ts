import fc from 'fast-check'
import type { CallState } from '../../history/calls/call.ts'
import type { Verdict } from '../../history/calls/outcome.ts'
import type { RunState } from '../../history/calls/run.ts'

/** One thing that is written or asked about calls. Numbers stand for ids: what is written at one number replaces itself. */
export type CallStep =
  | {
      readonly kind: 'run' | 'claim'
      readonly number: number
      readonly place: number
      readonly state: RunState
      readonly stopAsked: boolean
    }
  | { readonly kind: 'stop'; readonly number: number }
  | {
      readonly kind: 'call'
      readonly number: number
      readonly place: number
      readonly state: CallState
      readonly run: number
      readonly plan: number
      readonly model: string
      readonly node: number
    }
  | { readonly kind: 'trace'; readonly number: number; readonly callId: string; readonly startedAt: number }
  | {
      readonly kind: 'outcome'
      readonly number: number
      readonly call: number
      readonly place: number
      readonly verdict: Verdict
    }
  | { readonly kind: 'reflection'; readonly call: number; readonly place: number; readonly plan: number }
  | { readonly kind: 'calibration'; readonly model: string; readonly version: number }
  | {
      readonly kind: 'ask'
      readonly conversation: number | undefined
      readonly branch: number | undefined
      readonly run: number | undefined
      readonly plan: number | undefined
      readonly model: string | undefined
      readonly call: number | undefined
      readonly states: readonly RunState[] | undefined
      readonly limit: number
      readonly numbers: readonly number[]
    }

const number = fc.nat(9)
/** Of three branches; the last place has a branch of another conversation. */
const place = fc.nat(3)
const few = fc.nat(2)
const model = fc.constantFrom('up', 'down:free')
const runState = fc.constantFrom<RunState>('queued', 'running', 'running', 'done', 'stopped', 'interrupted')
const perhaps = <Value>(some: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(some, { nil: undefined, freq: 1 })

const run = { number, place, state: runState, stopAsked: fc.boolean() }

/** Makes steps. */
export const callStep: fc.Arbitrary<CallStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('run' as const), ...run }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('claim' as const), ...run }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stop' as const), number }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      number,
      place,
      state: fc.constantFrom<CallState>('running', 'done', 'failed'),
      run: few,
      plan: few,
      model,
      node: few,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('trace' as const),
      number,
      callId: fc.constantFrom('a', 'b', 'c'),
      startedAt: few,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('outcome' as const),
      number,
      call: number,
      place,
      verdict: fc.constantFrom<Verdict>('accepted', 'rejected', 'edited'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reflection' as const), call: number, place, plan: few }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('calibration' as const), model, version: few }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      conversation: perhaps(fc.nat(2)),
      branch: perhaps(place),
      run: perhaps(few),
      plan: perhaps(few),
      model: perhaps(model),
      call: perhaps(number),
      states: perhaps(fc.array(runState, { maxLength: 3 })),
      limit: fc.nat(12),
      numbers: fc.array(number, { maxLength: 6 }),
    }),
  },
)
