import type { ChildResult } from '../frame/child.ts'
import { atLeast, atMost, type Check, moreThan } from '../frame/report.ts'
import type { Filled, Passed, PeerTimed, Planned, Warmed } from './task.ts'

/** Everything measured for one length of conversation. A peer that was not run is absent. */
export interface SizeResult {
  readonly messages: number
  readonly sizeFactor: number
  readonly passes: readonly ChildResult<Passed>[]
  readonly peerPass: ChildResult<Passed>
  readonly filled: ChildResult<Filled>
  readonly warmed: ChildResult<Warmed>
  readonly exact?: ChildResult<PeerTimed>
  readonly memoised?: ChildResult<PeerTimed>
  readonly prune?: ChildResult<PeerTimed>
}

/** What a process came to, if it ended. */
export function resultOf<Result>(from: ChildResult<Result> | undefined): Result | undefined {
  return from?.kind === 'done' ? from.result : undefined
}

/** The plans of a length: gathered and planned, without rendering. */
export function plansOf({ warmed }: SizeResult): readonly Planned[] {
  return resultOf(warmed)?.plans.filter(({ what }) => what === 'plan') ?? []
}

/** The mean time of our tokenizer's passes. */
export function passMilliseconds({ passes }: SizeResult): number {
  const times = passes.flatMap((each) => resultOf(each)?.milliseconds ?? [])
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

/** Shorter conversations are over before the process is warm. */
const countedFrom = 10_000

/** The targets of the issue, as far as the sizes were measured. Where there are two strategies, the slower one counts. */
export function checksOf(results: readonly SizeResult[]): Check[] {
  const at = (messages: number): SizeResult | undefined => results.find((result) => result.messages === messages)
  const [short, long, middle, longest] = [at(1000), at(100_000), at(10_000), at(1_000_000)]
  return [
    ...(long ? [atMost('warm plan of 100,000 messages, ms', slowest(long), 10)] : []),
    ...(middle && longest ? [atMost('plan time at 1,000,000 messages ÷ at 10,000', growth(middle, longest), 1.5)] : []),
    ...fasterThan('exact', short, (value) =>
      atLeast('trimMessages with exact counts ÷ plan, 1,000 messages', value, 100),
    ),
    ...fasterThan('memoised', short, (value) =>
      moreThan('trimMessages with memoised counts ÷ plan, 1,000 messages', value, 1),
    ),
    ...results.flatMap((result) => {
      const filled = resultOf(result.filled)
      if (!filled || result.messages < countedFrom) return []
      const name = `storing and counting ÷ a tokenizer pass, ${result.messages.toLocaleString('en')} messages`
      return [atMost(name, filled.milliseconds / passMilliseconds(result), 1.1)]
    }),
  ]
}

function slowest(result: SizeResult): number {
  return Math.max(...plansOf(result).map(({ median }) => median))
}

function growth(from: SizeResult, to: SizeResult): number {
  const before = new Map(plansOf(from).map(({ strategy, median }) => [strategy, median]))
  return Math.max(...plansOf(to).map(({ strategy, median }) => median / (before.get(strategy) ?? Number.NaN)))
}

function fasterThan(
  name: 'exact' | 'memoised',
  result: SizeResult | undefined,
  check: (value: number) => Check,
): Check[] {
  const peer = resultOf(result?.[name])
  return result && peer ? [check(peer.median / slowest(result))] : []
}
