import type { Measure } from '../../core/content/measure.ts'
import { featureCount, featuresOf } from './features.ts'

/** Weights are exact to this fraction of a token. */
const fraction = 10_000
const largestWeight = 64
const prefix = 'script*'

/**
 * The measure with these weights, one for each feature, rounded to four decimals: counts the weighted sum of a text's
 * features, rounded up. Its id is `script*` and the weights, so that it says everything. Takes time in proportion to the text, at
 * about 100 MB a second. Throws a RangeError where a weight is not in 0–64 or there is not one for each feature.
 */
export function scriptMeasure(weights: readonly number[]): Measure {
  const parts = weights.map((weight) => Math.round(weight * fraction))
  if (parts.length !== featureCount || !parts.every((part) => part >= 0 && part <= largestWeight * fraction)) {
    throw new RangeError(`A script measure has ${featureCount} weights between 0 and ${largestWeight}.`)
  }
  const id = prefix + parts.map((part) => part / fraction).join(',')
  return { id, count: (text) => weigh(parts, featuresOf(text)) }
}

/** The measure of an id as `scriptMeasure` writes them; undefined for every other text. */
export function scriptMeasureIn(id: string): Measure | undefined {
  const parts = partsIn(id)
  return parts && scriptMeasure(parts.map((part) => part / fraction))
}

/** What the measure of that id counts for these features; undefined where it is no script measure. */
export function sizeOfFeatures(id: string, features: readonly number[]): number | undefined {
  const parts = partsIn(id)
  return parts && features.length === featureCount ? weigh(parts, features) : undefined
}

function partsIn(id: string): readonly number[] | undefined {
  if (!id.startsWith(prefix)) return undefined
  const written = id.slice(prefix.length).split(',')
  const parts = written.map((each) => (/^\d{1,2}(?:\.\d{1,4})?$/.test(each) ? Math.round(Number(each) * fraction) : -1))
  const good = parts.length === featureCount && parts.every((part) => part >= 0 && part <= largestWeight * fraction)
  return good && parts.every((part, at) => String(part / fraction) === written[at]) ? parts : undefined
}

/** Whole numbers throughout, so that every machine comes to the same. */
function weigh(parts: readonly number[], features: readonly number[]): number {
  let sum = 0
  for (const [at, part] of parts.entries()) sum += part * (features[at] ?? 0)
  return Math.ceil(sum / fraction)
}
