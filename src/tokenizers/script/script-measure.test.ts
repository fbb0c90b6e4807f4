import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featureCount, featuresOf } from './features.ts'
import { scriptMeasure, scriptMeasureIn, sizeOfFeatures } from './script-measure.ts'
import { priorWeights } from './weights.ts'

const weights = fc.array(
  fc.integer({ min: 0, max: 640_000 }).map((part) => part / 10_000),
  { minLength: featureCount, maxLength: featureCount },
)

/** One for words, and nothing else counts. */
const words = [1, ...new Array<number>(featureCount - 1).fill(0)]

describe('a script measure', () => {
  it('says all its weights in its id, in one way', () => {
    expect(scriptMeasure(words).id).toBe(`script*1${',0'.repeat(featureCount - 1)}`)
    const half = words.map((weight) => weight / 2 + 0.000_04)
    expect(scriptMeasure(half).id).toBe(`script*0.5${',0'.repeat(featureCount - 1)}`)
  })

  it('is read back from its id with the same counts', () => {
    fc.assert(
      fc.property(weights, fc.string({ unit: 'binary' }), (given, text) => {
        const measure = scriptMeasure(given)
        const read = scriptMeasureIn(measure.id)
        expect([read?.id, read?.count(text)]).toEqual([measure.id, measure.count(text)])
        expect(sizeOfFeatures(measure.id, featuresOf(text))).toBe(measure.count(text))
      }),
    )
  })

  it('rounds the sum up, and lets no binary fraction add one', () => {
    const tenth = scriptMeasure([1.1, ...new Array<number>(featureCount - 1).fill(0)])
    expect([1, 10, 100].map((count) => tenth.count('word '.repeat(count).trim()))).toEqual([2, 11, 110])
    expect(tenth.count('')).toBe(0)
  })

  it.each([
    'estimate',
    'script*',
    'script*1',
    `script*1${',0'.repeat(featureCount)}`,
    `script*1.0${',0'.repeat(featureCount - 1)}`,
    `script*01${',0'.repeat(featureCount - 1)}`,
    `script*-1${',0'.repeat(featureCount - 1)}`,
    `script*1e1${',0'.repeat(featureCount - 1)}`,
    `script*65${',0'.repeat(featureCount - 1)}`,
    `script*0.00001${',0'.repeat(featureCount - 1)}`,
    `script* 1${',0'.repeat(featureCount - 1)}`,
  ])('is not %j', (id) => {
    expect(scriptMeasureIn(id)).toBeUndefined()
    expect(sizeOfFeatures(id, featuresOf('a'))).toBeUndefined()
  })

  it('has a weight within bounds for each feature', () => {
    for (const wrong of [[], [1], [...words, 1], [Number.NaN, ...words.slice(1)], [-1, ...words.slice(1)]]) {
      expect(() => scriptMeasure(wrong)).toThrow(RangeError)
    }
  })

  it('counts ordinary texts about as tokenizers do before anything was learned', () => {
    const text = 'On a loom, the heddle decides which threads are lifted on each pass. '.repeat(20)
    expect(scriptMeasure(priorWeights).count(text)).toBeGreaterThan(250)
    expect(scriptMeasure(priorWeights).count(text)).toBeLessThan(370)
  })
})
