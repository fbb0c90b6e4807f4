import { type Call, inputOf } from '../../../history/calls/call.ts'
import { count, percent } from '../../print/figures.ts'

/** What the calls of a turn took together. */
export interface TurnTotals {
  readonly calls: number
  /** Null where a provider did not say. */
  readonly input: number | null
  readonly cachedRead: number | null
  readonly output: number | null
  /** US dollars; null where prices are not known. */
  readonly cost: number | null
}

export const noTotals: TurnTotals = { calls: 0, input: 0, cachedRead: 0, output: 0, cost: 0 }

/** The totals with another call. One that failed before anything came changes nothing. */
export function withCall(totals: TurnTotals, call: Call, cost: number | null): TurnTotals {
  if (call.usage === null && call.state !== 'done') return totals
  return {
    calls: totals.calls + 1,
    input: plus(totals.input, inputOf(call.usage)),
    cachedRead: plus(totals.cachedRead, call.usage?.cachedRead ?? null),
    output: plus(totals.output, call.usage?.output ?? null),
    cost: plus(totals.cost, cost),
  }
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

/** `12,345 tokens in (82 % cached) · 512 out · $0.0123 · 4.2 s`; what is not known is left out. */
export function totalsText({ calls, input, cachedRead, output, cost }: TurnTotals, milliseconds: number): string {
  const cached = input && cachedRead ? ` (${percent(cachedRead / input)} cached)` : ''
  return [
    ...(calls > 1 ? [`${count(calls)} calls`] : []),
    ...(calls > 0 && input !== null ? [`${count(input)} tokens in${cached}`] : []),
    ...(calls > 0 && output !== null ? [`${count(output)} out`] : []),
    ...(calls > 0 && cost !== null ? [dollars(cost)] : []),
    seconds(milliseconds),
  ].join(' · ')
}

/** Two decimals from a dollar on, else two digits that say something, at most six decimals. */
function dollars(value: number): string {
  if (value === 0) return '$0'
  const decimals = value >= 1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(value)))
  return `$${value.toFixed(Math.max(2, decimals))}`
}

/** A time as people say it: `0.4 s`, `12 s`, `2 min 5 s`. */
export function seconds(milliseconds: number): string {
  const all = Math.max(0, milliseconds) / 1000
  if (all < 9.95) return `${all.toFixed(1)} s`
  const whole = Math.round(all)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
