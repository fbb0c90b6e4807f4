import { type CutRange, furtherRange, type HistoryKeep, type KeepStep, truncationRange } from '../../src/index.ts'
import type { Area, Given } from '../area.ts'

/** Which messages the strategy keepFirstPair cuts, in one step or in several. */
export const historyTruncationRange: Area = (given) => {
  const times = given.times as number | undefined
  const cutSoFar = given.cutSoFar as CutRange | null
  return times === undefined ? { ...cutBy(given, cutSoFar) } : { ranges: rangesOf(given, cutSoFar, times) }
}

function cutBy(given: Given, cutSoFar: CutRange | null): ReturnType<typeof truncationRange> {
  const messages = given.messages as number
  const keep = given.keep as HistoryKeep
  return keep === 'auto'
    ? furtherRange(messages, cutSoFar, { pressure: given.pressure as number })
    : truncationRange(messages, cutSoFar, keep satisfies KeepStep)
}

function rangesOf(given: Given, cutSoFar: CutRange | null, times: number): CutRange[] {
  const ranges: CutRange[] = []
  for (let last = cutSoFar; ranges.length < times; ) {
    last = cutBy(given, last).range
    ranges.push(last)
  }
  return ranges
}
