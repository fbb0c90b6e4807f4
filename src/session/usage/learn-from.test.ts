import { describe, expect, it } from 'vitest'
import { HeddleError } from '../../core/errors.ts'
import type { Call, Usage } from '../../history/calls/call.ts'
import type { Calibration } from '../../history/calls/outcome.ts'
import { scriptCalibrator } from '../../tokenizers/script/script-calibrator.ts'
import { scriptMeasure } from '../../tokenizers/script/script-measure.ts'
import { priorWeights, usualWeights } from '../../tokenizers/script/weights.ts'
import { observationOf } from './estimate-error.ts'
import { type CallsAndCalibrations, exampleCall, exampleCalls } from './example-call.ts'
import { type Learning, learnFrom } from './learn-from.ts'

/** What the provider counts. */
const real = scriptMeasure(priorWeights.map((weight) => weight * 1.1))

const text = 'On a loom, the heddle decides which of 12 threads are lifted on each pass.\n'

/** A call with so many lines, which the provider counted with a tokenizer of its own. */
function called(number: number, rest: Partial<Call> = {}, lines = 50 + number * 7): Call {
  const sent = text.repeat(lines)
  const usage: Usage = { input: real.count(sent) + 8, cachedRead: null, cacheWrite: 0, output: 5, reasoning: null }
  const size = Math.ceil(sent.length / 4) + 8
  const features = scriptCalibrator.features([sent])
  return exampleCall(number, {
    usage,
    estimate: { measure: 'estimate', size, messages: 2, perMessage: 4, features },
    ...rest,
  })
}

interface Workshop extends Learning {
  readonly store: CallsAndCalibrations
  /** Makes a call and learns. */
  call(call: Call): Promise<Calibration | null>
}

function workshop(): Workshop {
  const store = exampleCalls()
  let time = 0
  const learning: Learning = { store, calibrator: scriptCalibrator, now: () => time }
  return {
    ...learning,
    store,
    async call(call) {
      await store.putCall(call)
      time = call.endedAt ?? call.startedAt
      return await learnFrom(learning, 'made:up')
    },
  }
}

/** The same call with a provider that counts four tenths more. */
const wrong = (call: Call): Call => {
  const input = (call.usage?.input ?? 0) * 1.4
  return { ...call, usage: { input, cachedRead: 0, cacheWrite: 0, output: 1, reasoning: 0 } }
}

describe('learning how a model counts', () => {
  it('adds a version after the first call, and says what it was learned from', async () => {
    const { call } = workshop()
    const learned = await call(called(1))
    expect(learned).toMatchObject({ model: 'made:up', version: 1, calls: 1, at: 1900 })
    expect(learned?.measure).toMatch(/^script\*/)
    expect(learned?.error).toBeLessThan(0.03)
  })

  it('adds no version as long as the current one is good enough', async () => {
    const { call, store } = workshop()
    for (let number = 1; number <= 40; number++) await call(called(number))
    expect((await store.calibrations('made:up')).length).toBeLessThanOrEqual(2)
  })

  it('learns a script that only a few calls are in', async () => {
    const { call, store } = workshop()
    const chinese = '上下文窗口有多大，模型看到什么。\n'
    const dearer = scriptMeasure(usualWeights.map(({ usual, foreign }) => usual * (foreign ? 1.6 : 1.02)))
    const inScript = (number: number, line: string): Call => {
      const sent = line.repeat(60 + number)
      const usage = { input: dearer.count(sent) + 8, cachedRead: 0, cacheWrite: 0, output: 5, reasoning: 0 }
      return called(number, {
        usage,
        estimate: { ...called(number).estimate, features: scriptCalibrator.features([sent]) },
      })
    }
    for (let number = 1; number <= 32; number++) await call(inScript(number, number % 8 === 0 ? chinese : text))
    const sent = chinese.repeat(500)
    const size = scriptCalibrator.estimate(
      (await store.calibrations('made:up'))[0]?.measure ?? '',
      scriptCalibrator.features([sent]),
    )
    expect(Math.abs((size ?? 0) / dearer.count(sent) - 1)).toBeLessThan(0.05)
  })

  it('reads a few calls only while what was learned is good enough', async () => {
    const { call, store, calibrator, now } = workshop()
    for (let number = 1; number <= 40; number++) await call(called(number))
    const limits: number[] = []
    const counting: Learning['store'] = {
      ...store,
      calls: async (filter) => {
        limits.push(filter.limit)
        return await store.calls(filter)
      },
    }
    expect(await learnFrom({ store: counting, calibrator, now }, 'made:up')).toBeNull()
    expect(limits).toEqual([20])
  })

  it('waits for 1, 2, 4, 8 … further calls, however the provider changes', async () => {
    const { call } = workshop()
    const added: number[] = []
    for (let number = 1; number <= 40; number++) {
      const made = called(number)
      if (await call(number % 3 === 0 || number > 20 ? wrong(made) : made)) added.push(number)
    }
    expect(added.length).toBeGreaterThan(1)
    for (const [at, number] of added.entries()) {
      expect(number - (added[at - 1] ?? 0)).toBeGreaterThanOrEqual(at === 0 ? 1 : 2 ** (at - 1))
    }
  })

  it('follows a provider that counts otherwise from now on', async () => {
    const { call, store } = workshop()
    for (let number = 1; number <= 5; number++) await call(called(number))
    for (let number = 6; number <= 60; number++) await call(wrong(called(number)))
    const [newest, first] = [(await store.calibrations('made:up'))[0], (await store.calibrations('made:up')).at(-1)]
    const after = observationOf(wrong(called(61)), scriptCalibrator)
    const off = (measure = ''): number =>
      Math.abs((scriptCalibrator.estimate(measure, after?.features ?? []) ?? 0) / (after?.tokens ?? 1) - 1)
    expect(off(newest?.measure)).toBeLessThan(off(first?.measure) / 2)
  })

  it('learns nothing where another process was faster', async () => {
    const { store, calibrator, now } = workshop()
    await store.putCall(called(1))
    const taken = {
      ...store,
      addCalibration: async () => Promise.reject(new HeddleError('changed-meanwhile', 'there')),
    }
    expect(await learnFrom({ store: taken, calibrator, now }, 'made:up')).toBeNull()
    const broken = { ...store, addCalibration: async () => Promise.reject(new HeddleError('store-busy', 'busy')) }
    await expect(learnFrom({ store: broken, calibrator, now }, 'made:up')).rejects.toThrow('busy')
  })
})

describe('a call teaches', () => {
  it('what its texts take, without its messages, however much was cached', () => {
    const { estimate, usage } = called(1)
    const cached = called(1, {
      usage: { input: 8, cachedRead: (usage?.input ?? 0) - 8, cacheWrite: 0, output: 1, reasoning: 0 },
    })
    const tokens = (usage?.input ?? 0) - 8
    expect(observationOf(called(1), scriptCalibrator)).toEqual({ features: estimate.features, tokens })
    expect(observationOf(cached, scriptCalibrator)?.tokens).toBe(tokens)
  })

  const { estimate } = called(1)
  const input = (tokens: number): Partial<Call> => ({
    usage: { input: tokens, cachedRead: 0, cacheWrite: 0, output: 1, reasoning: 0 },
  })
  const knowing = { ...estimate, measure: real.id, size: 1000 }
  it.each<[string, Partial<Call>]>([
    ['it failed', { state: 'failed' }],
    ['it was interrupted', { state: 'interrupted' }],
    ['the provider said nothing', { usage: null }],
    ['it has no features: exact, or with images', { estimate: { ...estimate, features: null } }],
    ['the provider counted ten times as much', input(estimate.size * 11)],
    ['the provider counted next to nothing', input(9)],
    ['it is far off for a measure that knows scripts', { ...input(3100), estimate: knowing }],
    ['it is less than half for a measure that knows scripts', { ...input(490), estimate: knowing }],
  ])('nothing where %s', (_why, rest) => {
    expect(observationOf(called(1, rest), scriptCalibrator)).toBeNull()
  })

  it('also where an estimate that knows no scripts is four times too small', () => {
    expect(observationOf(called(1, input(estimate.size * 4)), scriptCalibrator)).not.toBeNull()
  })
})
