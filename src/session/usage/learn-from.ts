import { HeddleError } from '../../core/errors.ts'
import type { Call } from '../../history/calls/call.ts'
import type { Calibration } from '../../history/calls/outcome.ts'
import type { Calls } from '../../stores/call-store.ts'
import type { Calibrator } from '../../tokenizers/calibrator.ts'
import { medianError, observationOf } from './estimate-error.ts'
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
/** A new version has to leave at most this share of the error, unless the current one is not good enough. */
const materialShare = 3 / 4
const materialGain = 0.005
const mostFurtherCalls = 128

/**
 * Learns how a model counts, after a call that succeeded, and adds what it learned as a new version: one that is off by a quarter less in
 * the newest 20 calls and by half a per cent at least, or by less at all where the current one is off by more than 2.5 %. After a version it
 * waits for 1, 2, 4, 8 … further calls, so that versions are few. Where the newest 200 calls do not agree, the newest 20 hold: the provider
 * counts otherwise now. Returns the new version; null where there is none. `model` is `provider:model`.
 */
export async function learnFrom({ store, calibrator, now }: Learning, model: string): Promise<Calibration | null> {
  const [current] = await store.calibrations(model)
  const calls = (await store.calls({ model, limit: mostCalls })).filter((call) => observationOf(call, calibrator))
  if (current && calls.filter((call) => endOf(call) > current.at).length < furtherCalls(current)) return null
  const newest = calls.slice(0, judges)
  const before = medianError(current?.measure ?? newest[0]?.estimate.measure ?? '', newest, calibrator)
  const learned = learnFromAll(calls, newest, calibrator)
  if (!learned || !isMaterial(before, learned.error)) return null
  const version = (current?.version ?? 0) + 1
  return await add(store, { model, version, ...learned, at: now() })
}

type Found = Pick<Calibration, 'measure' | 'calls' | 'error'>

/** What the calls teach; the newest of them alone where all together do not say how these were counted. */
function learnFromAll(calls: readonly Call[], newest: readonly Call[], calibrator: Calibrator): Found | null {
  const all = learned(calls, newest, calibrator)
  if (!all || all.error <= goodEnough || calls.length === newest.length) return all
  const young = learned(newest, newest, calibrator)
  return young && young.error < all.error ? young : all
}

/** The error is that over the newest calls. */
function learned(calls: readonly Call[], newest: readonly Call[], calibrator: Calibrator): Found | null {
  const found = calibrator.learn(calls.flatMap((call) => observationOf(call, calibrator) ?? []))
  const error = found && medianError(found.measure, newest, calibrator)
  return found === null || error === null ? null : { measure: found.measure, calls: calls.length, error }
}

/** How many further calls the next version waits for. */
function furtherCalls({ version }: Calibration): number {
  return Math.min(2 ** (version - 1), mostFurtherCalls)
}

function endOf({ startedAt, endedAt }: Call): number {
  return endedAt ?? startedAt
}

function isMaterial(before: number | null, after: number): boolean {
  if (before === null) return true
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
