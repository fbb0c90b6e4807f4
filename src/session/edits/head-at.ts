import type { BranchFact } from '../../history/edits/branch-fact.ts'
import type { Branch, Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'

/** The branch was seen to end here. */
interface Sighting {
  readonly at: number
  readonly node: string | null
}

/**
 * Where a branch ended at a time; null where nothing had been said, undefined where that cannot be known. A branch that only grows
 * needs no record: it is the last node that was made by then on the way to where the branch was seen to end next, in a
 * fact or now. If it was seen after that node was made, and not later than the time, then it ended where it was seen. Before a
 * fork was made, it is on the way to the node where it left its parent.
 */
export async function headAt(
  store: Store,
  branch: Branch,
  facts: readonly BranchFact[],
  time: number,
): Promise<string | null | undefined> {
  const seen = sightings(branch, facts)
  const before = seen.findLast(({ at }) => at <= time)
  const next = seen.find(({ at }) => at > time)?.node ?? (await store.branch(branch.id))?.head ?? null
  const grown = next === null ? undefined : await lastBy(store, branch, next, time)
  if (grown === undefined) return before?.node
  return before !== undefined && before.at > grown.createdAt ? before.node : grown.id
}

/** By time; of equal times in the order in which they were added. */
function sightings({ parent, forkPoint, createdAt }: Branch, facts: readonly BranchFact[]): Sighting[] {
  const seen = facts.flatMap((fact): Sighting[] => {
    if (fact.kind === 'head') return [{ at: fact.at, node: fact.node }]
    return fact.kind === 'checkpoint' ? [{ at: fact.at, node: fact.head }] : []
  })
  const own = parent === null ? seen : [{ at: createdAt, node: forkPoint }, ...seen.filter(({ at }) => at > createdAt)]
  return own.sort((a, b) => a.at - b.at)
}

/** The last node on the way to a head that was made by a time. Walks back over those that were made later. */
async function lastBy(store: Store, { id }: Branch, head: string, time: number): Promise<Node | undefined> {
  const detours = new Map((await store.route(head, id)).detours.map(({ at, to }) => [at, to]))
  for (let at: string | null = head; at !== null; ) {
    const node: Node | undefined = await store.node(at)
    if (!node || node.createdAt <= time) return node
    at = detours.get(node.id) ?? (node.annotation ? null : node.parent)
  }
  return undefined
}
