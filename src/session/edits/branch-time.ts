import { type BranchFact, newestTime } from '../../history/edits/branch-fact.ts'
import type { Engine } from '../engine.ts'

/** The clock's time, or that of the branch's newest fact where the clock has gone back: all facts so far count then. */
export async function branchTime({ store, now }: Engine, branch: string): Promise<number> {
  return Math.max(now(), newestTime(await store.facts(branch)) ?? Number.NEGATIVE_INFINITY)
}

/** A time for a new fact: the clock's, and always behind the newest fact, so that the order of facts is that of their times. */
export function timeAfter({ now }: Engine, facts: readonly BranchFact[]): number {
  return Math.max(now(), Math.floor((newestTime(facts) ?? Number.NEGATIVE_INFINITY) + 1))
}
