import type { PruneEntry } from '../../formats/format.ts'
import type { EdgeType } from '../../history/edge.ts'
import type { Node } from '../../history/node.ts'
import type { Prune } from '../../history/prune.ts'
import type { Store } from '../../stores/store.ts'

/** Where prunes stand among the nodes as these are written: each behind the last node that it covers. */
export interface PrunePlaces {
  /** The prunes that stand behind a node, told of nodes in the order of writing. */
  behind(node: Node): Promise<PruneEntry[]>
  /** Those that stand behind all nodes and edges. */
  rest(): PruneEntry[]
}

/** A prune that has not found its place, and the nodes written so far that it covers. */
interface Open {
  readonly prune: Prune
  readonly covered: Set<string>
}

/**
 * The places of the prunes of a conversation. A prune covers as many of the first descendants of its node as it counts. Without
 * prunes this costs nothing; else it holds the ids of all nodes.
 */
export async function prunePlaces(store: Store, conversation: string): Promise<PrunePlaces> {
  const open: Open[] = (await store.prunes(conversation)).map((prune) => ({ prune, covered: new Set() }))
  const written = new Set<string>()
  return {
    behind: async (node) => {
      if (open.length === 0) return []
      written.add(node.id)
      for (const { prune, covered } of open) {
        if (prune.node !== node.id && !covered.has(node.parent ?? '')) continue
        covered.add(node.id)
        // A version takes over what comes from the node that it is of, and that stands before it.
        if (node.editedFrom !== undefined) await addDescendants(store, covered, written)
      }
      return taken(open, ({ prune, covered }) => covered.size >= prune.count)
    },
    rest: () => taken(open, () => true),
  }
}

function taken(open: Open[], isPlaced: (one: Open) => boolean): PruneEntry[] {
  const placed = open.filter(isPlaced)
  for (const one of placed) open.splice(open.indexOf(one), 1)
  return placed.map(({ prune }) => ({ kind: 'prune', key: prune.node }))
}

const page = 500

/** Completes a set with what comes from its nodes and is written. */
async function addDescendants(store: Store, covered: Set<string>, written: ReadonlySet<string>): Promise<void> {
  for (const id of covered)
    for (const type of ['continuation', 'annotation'] as const)
      for await (const child of childrenOf(store, id, type)) if (written.has(child)) covered.add(child)
}

async function* childrenOf(store: Store, id: string, type: EdgeType): AsyncIterable<string> {
  for (let after: string | undefined; ; ) {
    const children = await store.children(id, { type, limit: page, ...(after === undefined ? {} : { after }) })
    for (const child of children) yield child.id
    after = children.at(-1)?.id
    if (children.length < page) return
  }
}
