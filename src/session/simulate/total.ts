import { noTally, type Tally, together } from '../../core/metrics/changes.ts'
import type { Moment } from '../../core/plan-input.ts'
import type { SentCall, SimulatedCall } from './simulated-call.ts'

/** What calls come to together. Sizes are in the plans' measure, costs in input tokens. */
export interface SimulationTotal {
  readonly calls: number
  readonly refused: number
  /** Of the calls that were sent, like everything that follows. */
  readonly used: number
  readonly meanUsed: number
  readonly mostUsed: number
  readonly shared: number
  /** Of all that was sent, what the provider had in its cache: 0 to 1. */
  readonly cachedShare: number
  /** Null where the provider's prices are not known. */
  readonly cost: number | null
  readonly costPerCall: number | null
  /** In how many calls what was sent before could change, by why. */
  readonly moments: { readonly [moment in Exclude<Moment, 'none'>]: number }
  /** How many calls left nodes out that had been sent until then, or were new. */
  readonly cuts: number
  readonly lost: Tally
  readonly summarised: Tally
  /** Summed over the calls: what is not sent counts in each that does not send it. */
  readonly repeats: Tally
  readonly shortened: Tally
  readonly files: Tally
}

/** Sums and means over calls; 0 where there are none. */
export function simulationTotal(calls: readonly SimulatedCall[]): SimulationTotal {
  const sent = calls.filter((call): call is SentCall => call.kind === 'sent')
  const sum = (size: (call: SentCall) => number): number => sent.reduce((all, call) => all + size(call), 0)
  const tally = (of: (call: SentCall) => Tally): Tally => sent.reduce((all, call) => together(all, of(call)), noTally)
  const count = (test: (call: SentCall) => boolean): number => sent.filter(test).length
  const mean = (all: number): number => (sent.length === 0 ? 0 : all / sent.length)
  const used = sum((call) => call.used)
  const cost = sent.some((call) => call.cost === null) ? null : sum((call) => call.cost ?? 0)
  return {
    calls: calls.length,
    refused: calls.length - sent.length,
    used,
    meanUsed: mean(used),
    mostUsed: sent.reduce((most, call) => Math.max(most, call.used), 0),
    shared: sum(({ shared }) => shared),
    cachedShare: used === 0 ? 0 : sum(({ cached }) => cached) / used,
    cost,
    costPerCall: cost === null ? null : mean(cost),
    moments: {
      pressure: count(({ moment }) => moment === 'pressure'),
      repeats: count(({ moment }) => moment === 'repeats'),
      cold: count(({ moment }) => moment === 'cold'),
    },
    cuts: count(({ lost }) => lost.count > 0),
    lost: tally(({ lost }) => lost),
    summarised: tally(({ summarised }) => summarised),
    repeats: tally(({ repeats }) => repeats),
    shortened: tally(({ shortened }) => shortened),
    files: tally(({ files }) => files),
  }
}
