import { atMost, type Check, type Row } from '../frame/report.ts'
import { quantile } from '../frame/rounds.ts'
import type { Filled, TimedCall, Used } from './task.ts'

/** Everything measured for one length of session. */
export interface AgentResult {
  readonly messages: number
  readonly filled: Filled
  readonly used: Used
  readonly peakMegabytes: number
}

const moments = ['all', 'none', 'repeats', 'cold', 'pressure'] as const

/** The rows of one length: by budget, what is timed, and the moment at which the call stood. */
export function rowsOf({ messages, filled, used, peakMegabytes }: AgentResult): Row[] {
  return used.under.flatMap(({ budget, calls }) =>
    (['plan', 'call'] as const).flatMap((what) =>
      moments.flatMap((moment): Row[] => {
        const those = calls.filter((each) => moment === 'all' || each.moment === moment)
        if (those.length === 0) return []
        const times = those.map((each) => each[what])
        return [
          {
            messages,
            reads: filled.reads,
            budget,
            what: what === 'plan' ? 'plan' : 'plan, render, store',
            moment,
            calls: those.length,
            medianMs: quantile(times, 0.5),
            p95Ms: quantile(times, 0.95),
            mostMs: Math.max(...times),
            kept: quantile(
              those.map(({ kept }) => kept),
              0.5,
            ),
            used: quantile(
              those.map((each) => each.used),
              0.5,
            ),
            peakMegabytes,
          },
        ]
      }),
    ),
  )
}

/** The targets: the median of planning in the longest session, and against the shortest. */
export function checksOf(results: readonly AgentResult[]): Check[] {
  const [shortest, longest] = [results[0], results.at(-1)]
  if (!shortest || !longest) return []
  return longest.used.under.flatMap(({ budget, calls }, at) => {
    const before = shortest.used.under[at]?.calls ?? []
    const name = `plan under ${budget} of ${longest.messages} messages`
    return [
      atMost(`${name}: median in ms`, medianOf(calls), 15),
      ...(shortest === longest
        ? []
        : [atMost(`${name}: time ÷ that of ${shortest.messages}`, medianOf(calls) / medianOf(before), 1.5)]),
    ]
  })
}

function medianOf(calls: readonly TimedCall[]): number {
  return quantile(
    calls.map(({ plan }) => plan),
    0.5,
  )
}
