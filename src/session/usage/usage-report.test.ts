import { describe, expect, it } from 'vitest'
import type { Call } from '../../history/calls/call.ts'
import { exampleCall, exampleCalls, exampleModel } from './example-call.ts'
import { usageOf, usageReport } from './usage-report.ts'

const pricesOf = (model: string): typeof exampleModel.prices => (model === 'made:up' ? exampleModel.prices : null)
const estimated = (size: number): Pick<Call, 'estimate'> => ({
  estimate: { measure: 'estimate', size, messages: 0, perMessage: 0, features: null },
})

describe('the usage of calls', () => {
  it('adds up tokens and prices them by kind', () => {
    const usage = { input: 1000, cachedRead: 8000, cacheWrite: 1000, output: 500, reasoning: 200 }
    const { all } = usageOf([exampleCall(2, { usage }), exampleCall(1, { usage })], pricesOf)
    expect(all.tokens).toEqual({ input: 2000, cachedRead: 16_000, cacheWrite: 2000, output: 1000, reasoning: 400 })
    expect(all.cachedShare).toBe(0.8)
    expect(all.cost).toBeCloseTo((2000 * 2 + 16_000 * 0.5 + 2000 * 3 + 1000 * 10) / 1e6, 12)
    expect(all.unpriced).toBe(0)
  })

  it('says of how many calls the price is not known', () => {
    const { all, models } = usageOf([exampleCall(2, { model: 'other' }), exampleCall(1)], pricesOf)
    expect(all.unpriced).toBe(1)
    expect(all.cost).toBeCloseTo(0.003, 12)
    expect(models.map(({ name, cost }) => [name, cost])).toEqual([
      ['made:other', null],
      ['made:up', all.cost],
    ])
  })

  it('groups by model and conversation, those with most calls first, ties by name', () => {
    const calls = [
      exampleCall(4, { conversation: 'b' }),
      exampleCall(3, { conversation: 'c' }),
      exampleCall(2, { conversation: 'c' }),
      exampleCall(1, { conversation: 'a' }),
    ]
    expect(usageOf(calls, pricesOf).conversations.map(({ name, calls }) => [name, calls])).toEqual([
      ['c', 2],
      ['a', 1],
      ['b', 1],
    ])
  })

  it('counts failures, interruptions and retries, and times answered calls only', () => {
    const retry = { code: 'model-overloaded', message: 'Later.', waited: 10, at: 1 }
    const calls = [
      exampleCall(3, { state: 'failed', usage: null, endedAt: 999_999, retries: [retry, retry] }),
      exampleCall(2, { state: 'interrupted', firstTokenAt: null }),
      exampleCall(1, { retries: [retry] }),
    ]
    expect(usageOf(calls, pricesOf).all).toMatchObject({
      ...{ calls: 3, failed: 1, interrupted: 1, retries: 3, firstToken: 200, total: 900 },
    })
  })

  it('compares estimates with what was counted, and the newest 20 with all', () => {
    const old = Array.from({ length: 40 }, (_, at) => exampleCall(40 - at, estimated(1100)))
    const young = Array.from({ length: 20 }, (_, at) => exampleCall(60 - at, estimated(950)))
    expect(usageOf(old, pricesOf).all.estimate).toEqual({ compared: 40, error: 0.1, drift: 0 })
    const { error, drift } = usageOf([...young, ...old], pricesOf).all.estimate
    expect(error).toBe(0.1)
    expect(drift).toBeCloseTo(-0.15, 12)
    expect(usageOf(young, pricesOf).all.estimate.drift).toBeNull()
  })

  it('is nothing of no calls, and of calls of which the provider said nothing', () => {
    const nothing = { cachedShare: null, cost: null, unpriced: 0, estimate: { compared: 0, error: null, drift: null } }
    expect(usageOf([], pricesOf).all).toMatchObject({ calls: 0, ...nothing, firstToken: null, total: null })
    expect(usageOf([exampleCall(1, { usage: null })], pricesOf).all).toMatchObject({ calls: 1, ...nothing })
  })

  it('has the newest version of what was learned of each model', async () => {
    const store = exampleCalls()
    for (const call of [exampleCall(1), exampleCall(2, { model: 'other' })]) await store.putCall(call)
    for (const version of [1, 2])
      await store.addCalibration({
        model: 'made:up',
        version,
        measure: 'm',
        calls: version * 3,
        error: 0.1,
        at: version,
      })
    const { models } = await usageReport(store, { limit: 9 }, pricesOf)
    expect(models.map(({ name, calibration }) => [name, calibration])).toEqual([
      ['made:other', null],
      ['made:up', { version: 2, calls: 6, error: 0.1 }],
    ])
  })

  it('reads the calls that a filter finds', async () => {
    const store = exampleCalls()
    for (const call of [exampleCall(1, { conversation: 'a' }), exampleCall(2)]) await store.putCall(call)
    expect((await usageReport(store, { conversation: 'a', limit: 9 }, pricesOf)).all.calls).toBe(1)
  })
})
