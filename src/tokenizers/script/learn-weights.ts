import type { Observation } from '../calibrator.ts'
import { solve } from './solve.ts'
import { bounded, commonSpread, foreignSpread, priorWeights, usualWeights } from './weights.ts'

/** How far texts of one kind are from what a weighted sum gives, however long they are; and for each token of a short one. */
const steadyNoise = 0.05
const noiseOfToken = 5
/** A row whose error is more than so many times what is expected weighs less (Huber 1964). */
const huber = 1.5
const rounds = 12
/** What was added between two calls tells something from so many tokens on. */
const leastAdded = 20

/**
 * The weights that most likely gave these tokens, as a Bayesian ridge regression finds them: the usual weights times a
 * common factor are expected, each with its spread, and what was observed pulls them away as far as it says something
 * about them. Errors are relative. Calls that are far off count less. Observations are newest first; a call that repeats an
 * earlier one counts with what it adds.
 */
export function learnWeights(observations: readonly Observation[]): readonly number[] {
  const rows = independentParts(observations).map(asRow)
  let shifts: readonly number[] = priorWeights.map(() => 0)
  for (let round = 0; round < rounds; round++) {
    const weighed = rows.map((row) => {
      const error = Math.abs(row.rest - dot(row.shares, shifts)) * row.precision
      return { ...row, precision: row.precision * Math.sqrt(error > huber ? huber / error : 1) }
    })
    shifts = likeliest(weighed)
  }
  return usualWeights.map((usual, at) => bounded(usual.usual * (1 + (shifts[at] ?? 0)), usual))
}

/** One equation: how much of the tokens each feature makes up by the usual weights, and what they leave over. */
interface Row {
  readonly shares: readonly number[]
  readonly rest: number
  /** The reciprocal of the error that is expected. */
  readonly precision: number
}

function asRow({ features, tokens }: Observation): Row {
  const shares = priorWeights.map((weight, at) => (weight * (features[at] ?? 0)) / tokens)
  const rest = 1 - shares.reduce((sum, share) => sum + share, 0)
  return { shares, rest, precision: 1 / Math.sqrt(steadyNoise ** 2 + noiseOfToken / tokens) }
}

/** The relative changes of the weights at which rows and expectations agree best. */
function likeliest(rows: readonly Row[]): number[] {
  const matrix = expectations.map((row) => [...row])
  const right = priorWeights.map(() => 0)
  for (const { shares, rest, precision } of rows) {
    const weight = precision ** 2
    for (const [i, share] of shares.entries()) {
      if (share === 0) continue
      const mine = matrix[i] ?? []
      for (const [j, other] of shares.entries()) mine[j] = (mine[j] ?? 0) + weight * share * other
      right[i] = (right[i] ?? 0) + weight * share * rest
    }
  }
  return solve(matrix, right)
}

/** The inverse of the covariance of the weights' relative changes, as tokenizers differ. */
const expectations: readonly (readonly number[])[] = inverse(
  usualWeights.map((mine, i) =>
    usualWeights.map((other, j) => {
      const own = i === j ? (mine.spread / mine.usual) ** 2 : 0
      return own + commonSpread ** 2 + (mine.foreign && other.foreign ? foreignSpread ** 2 : 0)
    }),
  ),
)

function inverse(matrix: readonly (readonly number[])[]): number[][] {
  return matrix.map((_, i) =>
    solve(
      matrix,
      matrix.map((_row, j) => (i === j ? 1 : 0)),
    ),
  )
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

/**
 * Each observation less the largest older one that it contains, feature by feature: the calls of a conversation repeat
 * nearly everything, and what is repeated says nothing new. What adds next to nothing is left out.
 */
function independentParts(observations: readonly Observation[]): readonly Observation[] {
  return observations.flatMap((observation, at): readonly Observation[] => {
    const base = observations
      .slice(at + 1)
      .filter((older) => older.features.every((count, each) => count <= (observation.features[each] ?? 0)))
      .reduce<Observation | undefined>((best, older) => (best && best.tokens >= older.tokens ? best : older), undefined)
    if (!base) return [observation]
    const tokens = observation.tokens - base.tokens
    const features = observation.features.map((count, each) => count - (base.features[each] ?? 0))
    return tokens < leastAdded ? [] : [{ features, tokens }]
  })
}
