import type { Calibrator, Learned, Observation } from '../calibrator.ts'
import { featureCount, featuresOf } from './features.ts'
import { learnWeights } from './learn-weights.ts'
import { scriptMeasure, sizeOfFeatures } from './script-measure.ts'
import { priorWeights } from './weights.ts'

/** Older observations are left aside. */
const mostObservations = 200
/** Less than this in all says more about what a provider adds than about texts. */
const leastTokens = 200

/**
 * Learns a weight for each script and kind of sign, from the few features that `featuresOf` counts: `script*…` measures.
 * What it learns is never worse than the usual weights on what it learned from, and every weight stays near its usual
 * one. Observations that are not whole, positive numbers are left aside.
 */
export const scriptCalibrator: Calibrator = {
  features(texts) {
    const sum = new Array<number>(featureCount).fill(0)
    for (const text of texts) {
      for (const [at, count] of featuresOf(text).entries()) sum[at] = (sum[at] ?? 0) + count
    }
    return sum
  },
  learn(observations) {
    const used = observations.slice(0, mostObservations).filter(isUsable)
    if (used.reduce((sum, { tokens }) => sum + tokens, 0) < leastTokens) return null
    const learned = withError(learnWeights(used), used)
    const usual = withError(priorWeights, used)
    return learned.error <= usual.error ? learned : usual
  },
  estimate: (measure, features) => sizeOfFeatures(measure, features) ?? null,
}

function isUsable({ features, tokens }: Observation): boolean {
  const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0
  return isCount(tokens) && tokens > 0 && features.length === featureCount && features.every(isCount)
}

function withError(weights: readonly number[], observations: readonly Observation[]): Learned {
  const { id: measure } = scriptMeasure(weights)
  const errors = observations
    .map(({ features, tokens }) => Math.abs((sizeOfFeatures(measure, features) ?? 0) - tokens) / tokens)
    .sort((a, b) => a - b)
  const middle = errors.length / 2
  return { measure, error: ((errors[Math.floor(middle)] ?? 0) + (errors[Math.ceil(middle) - 1] ?? 0)) / 2 }
}
