import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base'
import { describe, expect, it } from 'vitest'
import type { Observation } from '../calibrator.ts'
import { featureCount } from './features.ts'
import { scriptCalibrator } from './script-calibrator.ts'
import { scriptMeasure, scriptMeasureIn } from './script-measure.ts'
import { bounded, priorWeights, usualWeights } from './weights.ts'

const { features, learn, estimate } = scriptCalibrator

/** Made of words that are drawn from a list by a generator that always gives the same ones. */
function drawn(words: readonly string[], count: number, seed: number): string {
  let state = seed
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return Array.from({ length: count }, () => words[next() % words.length]).join('')
}

const english = ' the loom lifts some threads, and a heddle decides which of them; nobody sees this by hand.\n'.match(
  / \S+/g,
)
const chinese = ['上下文', '窗口', '有多大', '，', '模型', '看到', '什么', '。', '线', '织布机']
const code = ['\n  const ', 'total', ' = ', 'read(', 'path', ')', ' + ', '1024', ';\n', '\n}\n', 'return ', 'sizeOf']

function texts(seed: number): { prose: string; code: string; cjk: string } {
  return {
    prose: drawn(english ?? [], 900, seed),
    code: drawn(code, 900, seed + 1),
    cjk: drawn(chinese, 900, seed + 2),
  }
}

/** A tokenizer that spends twice as much on letters beyond ASCII, and a fifth more on everything. */
const other = (text: string): number => {
  const foreign = usualWeights.map(({ usual, foreign }) => usual * (foreign ? 2 : 1.2))
  return scriptMeasure(foreign).count(text)
}

function observed(text: string, count: (text: string) => number): Observation {
  return { features: features([text]), tokens: count(text) }
}

function errorOn(measure: string, text: string, count: (text: string) => number): number {
  return Math.abs((estimate(measure, features([text])) ?? 0) - count(text)) / count(text)
}

describe('the calibrator', () => {
  it('adds up what it counts in several texts', () => {
    expect(features(['On a loom', '12', ''])).toEqual(
      features(['On a loom\n12']).map((count, at) => (at === 9 ? 0 : count)),
    )
    expect(features([])).toEqual(new Array(featureCount).fill(0))
  })

  it('counts with a measure as the measure itself', () => {
    const { prose } = texts(3)
    const learned = learn([observed(prose, other)])
    expect(estimate(learned?.measure ?? '', features([prose]))).toBe(
      scriptMeasureIn(learned?.measure ?? '')?.count(prose),
    )
    expect(estimate('estimate*1.25', features([prose]))).toBeNull()
  })

  it.each([
    ['a tokenizer that differs by script', other],
    ['cl100k_base', (text: string) => countTokens(text)],
  ])('learns %s from twenty calls, for prose, code and Chinese each', (_name, count) => {
    const calls = Array.from({ length: 20 }, (_, at) => {
      const { prose, code, cjk } = texts(100 + at)
      return observed([prose, code, cjk, prose + code][at % 4] ?? '', count)
    })
    const { measure } = learn(calls) ?? { measure: '' }
    for (const text of Object.values(texts(999))) expect(errorOn(measure, text, count)).toBeLessThan(0.05)
  })

  it('learns from what a growing conversation adds', () => {
    const { prose, cjk } = texts(7)
    const turns = Array.from({ length: 12 }, (_, at) => prose + texts(50 + at).code.repeat(at))
    const withChinese = [...turns, `${turns[11]}${cjk}`]
    const { measure } = learn(withChinese.map((text) => observed(text, other)).toReversed()) ?? { measure: '' }
    expect(errorOn(measure, texts(5).cjk, other)).toBeLessThan(0.05)
  })

  it('is not led astray by a few calls that are far off', () => {
    const calls = Array.from({ length: 12 }, (_, at) => observed(texts(at + 1).prose, other))
    const wild = calls.map((call, at) => (at % 4 === 0 ? { ...call, tokens: call.tokens * 2 } : call))
    const { measure } = learn(wild) ?? { measure: '' }
    expect(errorOn(measure, texts(77).prose, other)).toBeLessThan(0.05)
  })

  it('has nothing to learn from next to nothing', () => {
    expect(learn([])).toBeNull()
    expect(learn([observed('hi', () => 2)])).toBeNull()
    expect(learn([{ features: [1, 2], tokens: 5000 }])).toBeNull()
    expect(learn([{ ...observed(texts(1).prose, other), tokens: Number.NaN }])).toBeNull()
    expect(learn([{ ...observed(texts(1).prose, other), tokens: -9000 }])).toBeNull()
  })

  it('stays within bounds, is never worse than the usual weights, and gives the same for the same, whatever is observed', () => {
    const count = fc.integer({ min: 0, max: 1_000_000 })
    const observation = fc.record({
      features: fc.array(count, { minLength: featureCount, maxLength: featureCount }),
      tokens: fc.integer({ min: 1, max: 2_000_000 }),
    })
    const usual = scriptMeasure(priorWeights).id
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 8 }), (observations) => {
        const learned = learn(observations)
        expect(learn(observations)).toEqual(learned)
        if (!learned) return
        const weights = learned.measure.slice('script*'.length).split(',').map(Number)
        for (const [at, weight] of weights.entries()) {
          const { usual, spread } = usualWeights[at] ?? { usual: 0, spread: 0 }
          expect(bounded(weight, { usual, spread })).toBeCloseTo(weight, 3)
        }
        const errors = observations
          .map(({ features, tokens }) => Math.abs((estimate(usual, features) ?? 0) - tokens) / tokens)
          .sort((a, b) => a - b)
        const middle =
          ((errors[Math.floor(errors.length / 2)] ?? 0) + (errors[Math.ceil(errors.length / 2) - 1] ?? 0)) / 2
        expect(learned.error).toBeLessThanOrEqual(middle)
      }),
    )
  })
})
