import { type Call, inputOf } from '../../history/calls/call.ts'
import type { Calibrator, Observation } from '../../tokenizers/calibrator.ts'
import { median } from './median.ts'

/** What is needed to say what another measure would have counted. */
export type Estimator = Pick<Calibrator, 'estimate'>

/** What a call's input would have been counted at in a measure; null where nothing tells. */
function sizeIn(measure: string, { estimate }: Call, calibrator: Estimator): number | null {
  if (estimate.measure === measure) return estimate.size
  const content = estimate.features && calibrator.estimate(measure, estimate.features)
  return content === null ? null : content + overheadOf(estimate)
}

/** How far an estimate is from what the provider counted: (estimate − real) ÷ real. Null where one of them is not known. */
export function errorOf(call: Call, size: number | null = call.estimate.size): number | null {
  const real = inputOf(call.usage)
  return size === null || real === null || real <= 0 ? null : (size - real) / real
}

/** The median of |estimate − real| ÷ real with a measure; null where nothing tells. */
export function medianError(measure: string, calls: readonly Call[], calibrator: Estimator): number | null {
  return median(errorsOf(measure, calls, calibrator))
}

/** The mean of |estimate − real| ÷ real with a measure; null where nothing tells. */
export function meanError(measure: string, calls: readonly Call[], calibrator: Estimator): number | null {
  const errors = errorsOf(measure, calls, calibrator)
  return errors.length === 0 ? null : errors.reduce((sum, error) => sum + error, 0) / errors.length
}

function errorsOf(measure: string, calls: readonly Call[], calibrator: Estimator): readonly number[] {
  return calls.flatMap((call) => {
    const error = errorOf(call, sizeIn(measure, call, calibrator))
    return error === null ? [] : [Math.abs(error)]
  })
}

/**
 * By which factor the provider's count may differ from the estimate in a call that teaches: beyond it, the provider did something else than
 * count. A measure that knows no scripts may be further off: a Chinese character takes one token or two, and is estimated at a quarter.
 */
const farOff = { knowing: [1 / 2, 3], unknowing: [1 / 4, 10] } as const

/**
 * What a call teaches about counting: what was counted in its texts, and the provider's tokens less those of its messages. Null of a call that
 * failed, of which the provider said nothing, that has no features, or that is too far off.
 */
export function observationOf(call: Call, calibrator: Estimator): Observation | null {
  const { state, estimate, usage } = call
  const real = inputOf(usage)
  if (state !== 'done' || estimate.features === null || real === null || estimate.size <= 0) return null
  const isKnowing = calibrator.estimate(estimate.measure, estimate.features) !== null
  const [least, most] = isKnowing ? farOff.knowing : farOff.unknowing
  const tokens = real - overheadOf(estimate)
  if (tokens <= 0 || real < estimate.size * least || real > estimate.size * most) return null
  return { features: estimate.features, tokens }
}

function overheadOf({ messages, perMessage }: Call['estimate']): number {
  return messages * perMessage
}
