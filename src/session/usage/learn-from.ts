import { HeddleError } from '../../core/errors.ts'
import type { Call } from '../../history/calls/call.ts'
import type { Calibration } from '../../history/calls/outcome.ts'
import type { Calls } from '../../stores/call-store.ts'
import type { Calibrator, Learned } from '../../tokenizers/calibrator.ts'
import { meanError, observationOf } from './estimate-error.ts'
import { goodEnough } from './measure-of-call.ts'

/** What learning stands on. */
export interface Learning {
  readonly store: Pick<Calls, 'calls' | 'calibrations' | 'addCalibration'>
  readonly calibrator: Calibrator
  /** Unix milliseconds. */
  now(): number
}

/** So many of a model's newest calls are learned from, and so many of these judge what was learned. */
const mostCalls = 200
const judges = 20
/** A new version has to leave at most this share of the error and take away so much of it, unless the current one is not good enough. */
const materialShare = 3 / 4
const materialGain = 0.005
const mostFurtherCalls = 128

/**
 * Learns how a model counts, after a call that succeeded, and adds what it learned as a new version: one that is off by a quarter less in
 * the newest 20 calls and by half a per cent at least, or by less at all where the current one is off by more than 2.5 %. Errors are means
 * here, so that the few calls in another script weigh. The first version stands for 1 call at least, those after it for 2, 4, 8 …, so that
 * versions are few; what is good enough is only looked at after 1, 2, 4, 8 and 16 calls. Where the newest 200 calls do not agree, the
 * newest 20 hold: the provider counts otherwise now. Returns the new version; null where there is none. `model` is `provider:model`.
 */
export async function learnFrom({ store, calibrator, now }: Learning, model: string): Promise<Calibration | null> {
  const teaching = async (limit: number): Promise<readonly Call[]> =>
    (await store.calls({ model, limit })).filter((call) => observationOf(call, calibrator))
  const [current] = await store.calibrations(model)
  const newest = await teaching(judges)
  const before = meanError(current?.measure ?? newest[0]?.estimate.measure ?? '', newest, calibrator) ?? 1
  if (!isDue(before, further(newest, current), current)) return null
  const calls = await teaching(mostCalls)
  if (further(calls, current) < callsUntilNext(current)) return null
  const found = learnFromAll(calls, newest, calibrator)
  if (!found || !isMaterial(before, found.mean)) return null
  const { measure, error } = found.learned
  const version = (current?.version ?? 0) + 1
  return await add(store, { model, version, measure, calls: found.calls, error, at: now() })
}

/** How many of the calls were not known when a version was made. */
function further(calls: readonly Call[], version: Calibration | undefined): number {
  return version ? calls.filter(({ startedAt, endedAt }) => (endedAt ?? startedAt) > version.at).length : calls.length
}

function callsUntilNext(version: Calibration | undefined): number {
  return version ? Math.min(2 ** (version.version - 1), mostFurtherCalls) : 1
}

/** Whether learning may be worth its time. `count` is known up to the number of judges. */
function isDue(error: number, count: number, version: Calibration | undefined): boolean {
  if (count < Math.min(callsUntilNext(version), judges)) return false
  return error > goodEnough || Number.isInteger(Math.log2(count))
}

interface Found {
  readonly learned: Learned
  readonly calls: number
  /** The mean error over the newest calls. */
  readonly mean: number
}

/** What the calls teach; the newest of them alone where all together do not say how these were counted. */
function learnFromAll(calls: readonly Call[], newest: readonly Call[], calibrator: Calibrator): Found | null {
  const all = learnedFrom(calls, newest, calibrator)
  if (!all || all.mean <= goodEnough || calls.length === newest.length) return all
  const young = learnedFrom(newest, newest, calibrator)
  return young && young.mean < all.mean ? young : all
}

function learnedFrom(calls: readonly Call[], newest: readonly Call[], calibrator: Calibrator): Found | null {
  const learned = calibrator.learn(calls.flatMap((call) => observationOf(call, calibrator) ?? []))
  const mean = learned && meanError(learned.measure, newest, calibrator)
  return learned === null || mean === null ? null : { learned, calls: calls.length, mean }
}

function isMaterial(before: number, after: number): boolean {
  if (before > goodEnough) return after < before
  return after <= before * materialShare && before - after >= materialGain
}

/** Another process may have added the same version: then that one holds. */
async function add(store: Pick<Calls, 'addCalibration'>, calibration: Calibration): Promise<Calibration | null> {
  try {
    await store.addCalibration(calibration)
    return calibration
  } catch (error) {
    if (error instanceof HeddleError && error.code === 'changed-meanwhile') return null
    throw error
  }
}
