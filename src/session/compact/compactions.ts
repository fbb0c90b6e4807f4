import type { CompactionFact } from '../../history/edits/branch-fact.ts'
import { standAt } from '../../history/edits/stand-at.ts'
import type { Branch } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import { timeAfter } from '../edits/branch-time.ts'
import type { Engine } from '../engine.ts'
import { CompactionRefused } from './errors.ts'

/** The compactions that stand on a branch at a time, in the order in which they were made. A later one may hold an earlier one. */
export async function compactionsInForce(store: Store, branch: string, at: number): Promise<readonly CompactionFact[]> {
  return standAt(await store.facts(branch), at).compactions
}

/**
 * Undoes a compaction by its summary, the newest without one: what it stands for is sent again, or by the summaries that it took in.
 * Nothing is deleted. Throws CompactionRefused `nothing-compacted`, `unknown-summary`.
 */
export async function expand(engine: Engine, branch: Branch, summary?: string): Promise<CompactionFact> {
  const { store } = engine
  const facts = await store.facts(branch.id)
  const { compactions } = standAt(facts, Number.POSITIVE_INFINITY)
  const found = summary === undefined ? compactions.at(-1) : compactions.find((each) => each.summary === summary)
  if (!found)
    throw summary === undefined
      ? new CompactionRefused('nothing-compacted', branch.name, 'Nothing is compacted on this branch.')
      : new CompactionRefused(
          'unknown-summary',
          summary,
          'No summary of that id stands for anything on this branch. `heddle plan` shows those that do.',
        )
  await store.addFacts(branch.id, [{ kind: 'expansion', at: timeAfter(engine, facts), summary: found.summary }])
  return found
}
