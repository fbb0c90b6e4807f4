import type { Call } from '../../history/calls/call.ts'
import type { Calibration } from '../../history/calls/outcome.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import type { Calls } from '../../stores/call-store.ts'

/** For tests: a model whose provider keeps what was sent for five minutes. */
export const exampleModel: ModelFacts = {
  provider: 'made',
  name: 'up',
  window: 100_000,
  maxOutput: 8_000,
  measure: 'estimate*1.25',
  exact: false,
  messageOverhead: 4,
  prices: { input: 2, cachedRead: 0.5, cacheWrite: 3, output: 10 },
  cache: {
    kind: 'automatic',
    minimumTokens: 1024,
    lifetimeSeconds: 300,
    maxBreakpoints: 0,
    readMultiplier: 0.25,
    writeMultiplier: 1.5,
  },
  systemField: false,
  systemMidway: false,
  images: false,
}

/** For tests: an answered call, a second after the one before it. */
export function exampleCall(number: number, rest: Partial<Call> = {}): Call {
  return {
    id: String(number).padStart(26, '0'),
    run: 'run',
    step: 1,
    conversation: 'talk',
    branch: 'main',
    plan: 'a'.repeat(64),
    request: 'b'.repeat(64),
    provider: 'made',
    model: 'up',
    parameters: {},
    state: 'done',
    startedAt: number * 1000,
    firstTokenAt: number * 1000 + 200,
    endedAt: number * 1000 + 900,
    finish: 'stop',
    rawFinish: 'stop',
    usage: { input: 1000, cachedRead: 0, cacheWrite: 0, output: 100, reasoning: 0 },
    rawUsage: null,
    responseId: null,
    responseModel: null,
    retries: [],
    error: null,
    node: `node-${number}`,
    estimate: { measure: 'estimate*1.25', size: 1000, messages: 0, perMessage: 4, features: null },
    ...rest,
  }
}

/** What `exampleCalls` gives. */
export type CallsAndCalibrations = Pick<Calls, 'putCall' | 'calls' | 'calibrations' | 'addCalibration'>

/** For tests: the part of a store that usage needs. */
export function exampleCalls(): CallsAndCalibrations {
  const held: Call[] = []
  const learned: Calibration[] = []
  return {
    putCall: async (call) => {
      held.unshift(call)
    },
    calls: async ({ conversation, branch, model, limit }) =>
      held
        .filter((call) => conversation === undefined || call.conversation === conversation)
        .filter((call) => branch === undefined || call.branch === branch)
        .filter((call) => model === undefined || `${call.provider}:${call.model}` === model)
        .slice(0, limit),
    calibrations: async (model) => learned.filter((each) => model === undefined || each.model === model),
    addCalibration: async (calibration) => {
      learned.unshift(calibration)
    },
  }
}
