import { characters } from '../../core/content/measure.ts'
import type { Call } from '../../history/calls/call.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import type { Calls } from '../../stores/call-store.ts'
import { type Estimator, medianError } from './estimate-error.ts'

/** What decides how a call is counted. */
export interface MeasureQuestion {
  readonly model: ModelFacts
  /** The id of the branch that is called on. */
  readonly branch: string
  /** What a person set. */
  readonly measure?: string | undefined
  /** Unix milliseconds. */
  readonly now: number
}

/** Half of what is kept back because counts may be off: as long as a measure is within it, nothing is gained by another. */
export const goodEnough = 0.025
/** Another measure has to leave at most this share of the error to be worth the provider's cache. */
const betterShare = 2 / 3
/** So many of a branch's newest calls are looked at: the next one is much like these. */
const callsLookedAt = 5

/**
 * The id of the measure that a call is counted in. What a person set goes first, then the model's own where it is exact. Else it is what was
 * learned last of the model, or its own where nothing was.
 *
 * A new measure breaks what the provider has cached, and everything is counted anew. So a branch goes on with the measure of its last call of
 * the same model until that call is longer ago than the provider keeps what was sent, or until the measure was off by more than
 * 2.5 % in the median of its newest 5 calls and the new one would have been off by a third less.
 */
export async function measureOfCall(
  store: Pick<Calls, 'calls' | 'calibrations'>,
  calibrator: Estimator,
  { model, branch, measure, now }: MeasureQuestion,
): Promise<string> {
  if (measure !== undefined) return measure
  if (model.exact || model.measure === characters.id) return model.measure
  const name = `${model.provider}:${model.name}`
  const learned = (await store.calibrations(name)).map((calibration) => calibration.measure)
  const newest = learned[0] ?? model.measure
  const calls = await store.calls({ branch, model: name, limit: callsLookedAt })
  const [last] = calls
  if (!last || isCold(last, model, now)) return newest
  const before = last.estimate.measure
  if (before !== model.measure && !learned.includes(before)) return newest
  return isWorthIt(before, newest, calls, calibrator) ? newest : before
}

function isCold({ startedAt, endedAt }: Call, { cache }: ModelFacts, now: number): boolean {
  return cache !== null && now - (endedAt ?? startedAt) > cache.lifetimeSeconds * 1000
}

function isWorthIt(before: string, newest: string, calls: readonly Call[], calibrator: Estimator): boolean {
  const error = medianError(before, calls, calibrator)
  const better = medianError(newest, calls, calibrator)
  return error !== null && better !== null && error > goodEnough && better <= error * betterShare
}
