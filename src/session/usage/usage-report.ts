import type { Call, Usage } from '../../history/calls/call.ts'
import type { Calibration } from '../../history/calls/outcome.ts'
import type { Prices } from '../../models/model-facts.ts'
import type { CallFilter, Calls } from '../../stores/call-store.ts'
import { errorOf } from './estimate-error.ts'
import { median } from './median.ts'

/** What calls took and came to. */
export interface UsageFigures {
  readonly calls: number
  readonly failed: number
  readonly interrupted: number
  /** Tries before the ones that count. */
  readonly retries: number
  /** Tokens as the providers counted them; what one did not say is 0. */
  readonly tokens: { readonly [kind in keyof Usage]: number }
  /** The share of all input that was read from a cache; null where there was no input. */
  readonly cachedShare: number | null
  /** US dollars, over the calls whose prices are known; null where there are none. */
  readonly cost: number | null
  /** Calls that have usage and no known price. */
  readonly unpriced: number
  readonly estimate: EstimateFigures
  /** Medians in milliseconds over calls that were answered: until the first piece, and until the end. */
  readonly firstToken: number | null
  readonly total: number | null
}

/** How estimates compare with what providers counted. */
export interface EstimateFigures {
  /** Calls of which both are known. */
  readonly compared: number
  /** The median of |estimate − real| ÷ real. */
  readonly error: number | null
  /** The median of (estimate − real) ÷ real in the newest 20, less that in all; null where there are no more than these. */
  readonly drift: number | null
}

/** The figures of a model or of a conversation. `name` is `provider:model`, or the conversation's id. */
export interface NamedUsage extends UsageFigures {
  readonly name: string
}

/** The figures of a model, and the newest version of how it was learned to count; null where nothing was. */
export interface ModelUsage extends NamedUsage {
  readonly calibration: Pick<Calibration, 'version' | 'calls' | 'error'> | null
}

/** What calls took, in all, by model and by conversation; those with most calls first. */
export interface UsageReport {
  readonly all: UsageFigures
  readonly models: readonly ModelUsage[]
  readonly conversations: readonly NamedUsage[]
}

/** The prices of a model, `provider:model`; null where they are not known. */
export type PricesOf = (model: string) => Prices | null

const newestCalls = 20

/** The usage of the calls that a filter finds. */
export async function usageReport(
  store: Pick<Calls, 'calls' | 'calibrations'>,
  filter: CallFilter,
  pricesOf: PricesOf,
): Promise<UsageReport> {
  return usageOf(await store.calls(filter), pricesOf, await store.calibrations())
}

/** The usage of calls, which are newest first, as are the versions. */
export function usageOf(
  calls: readonly Call[],
  pricesOf: PricesOf,
  calibrations: readonly Calibration[] = [],
): UsageReport {
  return {
    all: figuresOf(calls, pricesOf),
    models: groups(calls, modelOf, pricesOf).map((each) => ({
      ...each,
      calibration: newestOf(calibrations, each.name),
    })),
    conversations: groups(calls, ({ conversation }) => conversation, pricesOf),
  }
}

function newestOf(calibrations: readonly Calibration[], name: string): ModelUsage['calibration'] {
  const newest = calibrations.find(({ model }) => model === name)
  return newest ? { version: newest.version, calls: newest.calls, error: newest.error } : null
}

function modelOf({ provider, model }: Call): string {
  return `${provider}:${model}`
}

function groups(calls: readonly Call[], nameOf: (call: Call) => string, pricesOf: PricesOf): NamedUsage[] {
  return [...Map.groupBy(calls, nameOf)]
    .map(([name, own]) => ({ name, ...figuresOf(own, pricesOf) }))
    .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1))
}

function figuresOf(calls: readonly Call[], pricesOf: PricesOf): UsageFigures {
  const tokens = calls.map(({ usage }) => usage).reduce<UsageFigures['tokens']>(together, nothing)
  const input = tokens.input + tokens.cachedRead + tokens.cacheWrite
  const used = calls.filter(({ usage }) => usage !== null)
  const priced = used.flatMap((call) => costOf(call, pricesOf) ?? [])
  const done = calls.filter(({ state }) => state === 'done')
  return {
    calls: calls.length,
    failed: calls.filter(({ state }) => state === 'failed').length,
    interrupted: calls.filter(({ state }) => state === 'interrupted').length,
    retries: calls.reduce((sum, { retries }) => sum + retries.length, 0),
    tokens,
    cachedShare: input === 0 ? null : tokens.cachedRead / input,
    cost: priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0),
    unpriced: used.length - priced.length,
    estimate: estimateFigures(calls),
    firstToken: median(done.flatMap(({ startedAt, firstTokenAt }) => span(startedAt, firstTokenAt))),
    total: median(done.flatMap(({ startedAt, endedAt }) => span(startedAt, endedAt))),
  }
}

const nothing: UsageFigures['tokens'] = { input: 0, cachedRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

function together(sum: UsageFigures['tokens'], usage: Usage | null): UsageFigures['tokens'] {
  return {
    input: sum.input + (usage?.input ?? 0),
    cachedRead: sum.cachedRead + (usage?.cachedRead ?? 0),
    cacheWrite: sum.cacheWrite + (usage?.cacheWrite ?? 0),
    output: sum.output + (usage?.output ?? 0),
    reasoning: sum.reasoning + (usage?.reasoning ?? 0),
  }
}

/** What a call cost in US dollars, at prices for a million tokens; null where they are not known. */
export function costOf(call: Call, pricesOf: PricesOf): number | null {
  const prices = pricesOf(modelOf(call))
  if (prices === null) return null
  const { input, cachedRead, cacheWrite, output } = together(nothing, call.usage)
  const sum = input * prices.input + cachedRead * prices.cachedRead + cacheWrite * prices.cacheWrite
  return (sum + output * prices.output) / 1e6
}

function estimateFigures(calls: readonly Call[]): EstimateFigures {
  const errors = calls.flatMap((call) => (call.state === 'done' ? (errorOf(call) ?? []) : []))
  const all = median(errors)
  const newest = errors.length > newestCalls ? median(errors.slice(0, newestCalls)) : null
  return {
    compared: errors.length,
    error: median(errors.map(Math.abs)),
    drift: all === null || newest === null ? null : newest - all,
  }
}

function span(from: number, to: number | null): number[] {
  return to === null ? [] : [to - from]
}
