import { codePoints, estimate, type Measure } from '../core/content/measure.ts'

/** Factors are exact to this fraction; a factor with more decimals is rounded to it. */
const fraction = 10_000

/** The largest factor: one token for a quarter of a code point. */
const largestFactor = 16

/** The factor as a calibrated measure uses it: rounded to four decimals. Undefined where it is not in 0.0001–16. */
export function calibrationFactor(factor: number): number | undefined {
  const rounded = Math.round(factor * fraction) / fraction
  return rounded >= 1 / fraction && rounded <= largestFactor ? rounded : undefined
}

/**
 * The estimate times a factor, rounded up: `calibrated(1.25)` has the id `estimate*1.25` and counts 10 as 13. The product
 * is exact, so 100 × 1.1 is 110 and not one more. A factor of 1 gives `estimate` itself. Throws a RangeError for a factor
 * out of 0.0001–16.
 */
export function calibrated(factor: number): Measure {
  const used = calibrationFactor(factor)
  if (used === undefined) throw new RangeError(`A calibration factor is between 0.0001 and 16; ${factor} is not.`)
  if (used === 1) return estimate
  const parts = Math.round(used * fraction)
  const byParts = (count: number): number => Math.ceil((Math.ceil(count / 4) * parts) / fraction)
  return { id: `${estimate.id}*${used}`, byParts, count: (text) => byParts(codePoints(text)) }
}
