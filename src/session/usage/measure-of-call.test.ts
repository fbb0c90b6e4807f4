import { describe, expect, it } from 'vitest'
import type { Call } from '../../history/calls/call.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import type { Estimator } from './estimate-error.ts'
import { exampleCall, exampleCalls, exampleModel } from './example-call.ts'
import { measureOfCall } from './measure-of-call.ts'

/** Measures `times N` that count the one feature N times. */
const calibrator: Estimator = {
  estimate: (measure, [feature = 0]) => {
    const times = /^times (.+)$/.exec(measure)?.[1]
    return times === undefined ? null : Number(times) * feature
  },
}

/** A call of which the provider counted 1000 for a feature of 1000. */
function callIn(measure: string, number: number, size = 1000): Call {
  return exampleCall(number, { estimate: { measure, size, messages: 0, perMessage: 4, features: [1000] } })
}

interface Past {
  readonly learned?: readonly string[]
  readonly calls?: readonly Call[]
}

async function measureAfter(
  { learned = [], calls = [] }: Past,
  { now = 10_000, ...rest }: { now?: number; measure?: string; model?: ModelFacts; branch?: string } = {},
): Promise<string> {
  const store = exampleCalls()
  for (const call of calls) await store.putCall(call)
  for (const [at, measure] of learned.entries()) {
    await store.addCalibration({ model: 'made:up', version: at + 1, measure, calls: 1, error: 0, at })
  }
  return await measureOfCall(store, calibrator, { model: exampleModel, branch: 'main', now, ...rest })
}

describe('a call is counted in', () => {
  const calls = [callIn('times 1.1', 1, 1100)]

  it('what a person set, whatever was learned', async () => {
    expect(await measureAfter({ learned: ['times 1'], calls }, { measure: 'characters' })).toBe('characters')
  })

  it("the model's own measure where that is exact, or characters", async () => {
    const exact: ModelFacts = { ...exampleModel, measure: 'o200k_base', exact: true }
    expect(await measureAfter({ learned: ['times 1'], calls }, { model: exact })).toBe('o200k_base')
    expect(await measureAfter({ learned: ['times 1'] }, { model: { ...exampleModel, measure: 'characters' } })).toBe(
      'characters',
    )
  })

  it("the model's own measure where nothing was learned", async () => {
    expect(await measureAfter({})).toBe('estimate*1.25')
    expect(await measureAfter({ calls: [callIn('estimate*1.25', 1, 700)] })).toBe('estimate*1.25')
  })

  it('what was learned last, where the branch has made no call yet', async () => {
    expect(await measureAfter({ learned: ['times 1.1', 'times 1'], calls }, { branch: 'other' })).toBe('times 1')
  })

  it('the measure of the branch as long as that is off by no more than 2.5 %', async () => {
    const close = [callIn('times 1.02', 1, 1020)]
    expect(await measureAfter({ learned: ['times 1.02', 'times 1'], calls: close })).toBe('times 1.02')
  })

  it('the measure of the branch while the newer one is not better by a third', async () => {
    expect(await measureAfter({ learned: ['times 1.1', 'times 1.08'], calls })).toBe('times 1.1')
    expect(await measureAfter({ learned: ['times 1.1', 'times 1.06'], calls })).toBe('times 1.06')
  })

  it('what was learned last once the provider has forgotten what was sent', async () => {
    const close = [callIn('times 1.02', 1, 1020)]
    const past = { learned: ['times 1.02', 'times 1'], calls: close }
    expect(await measureAfter(past, { now: 301_000 })).toBe('times 1.02')
    expect(await measureAfter(past, { now: 302_000 })).toBe('times 1')
  })

  it('what was learned last where the branch was counted in what somebody had set', async () => {
    expect(await measureAfter({ learned: ['times 1.1'], calls: [callIn('characters', 1, 4000)] })).toBe('times 1.1')
  })

  it('what was learned in place of an estimate that is off', async () => {
    expect(await measureAfter({ learned: ['times 1'], calls: [callIn('estimate*1.25', 1, 800)] })).toBe('times 1')
  })
})
