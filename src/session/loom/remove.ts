import type { Node } from '../../history/node.ts'
import type { Prune } from '../../history/prune.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { LoomRefused } from './errors.ts'

/** What a deletion came to: the prune that undoes it, and where to go on. */
export interface Deleted {
  readonly prune: Prune
  readonly goTo: Node
}

/**
 * Takes a node and everything behind it out of sight, as a prune that can be undone. To go on there is the next sibling (the one
 * before where it was the last), else the nearest ancestor that is left. Throws LoomRefused `delete-root`.
 */
export async function deleteNode({ store, now }: Engine, node: Node): Promise<Deleted> {
  if (node.parent === null)
    throw new LoomRefused(
      'delete-root',
      node.id,
      `${node.shortId} is the root: a conversation keeps it. Prune what follows it instead.`,
    )
  const goTo = (await siblingLeft(store, node)) ?? (await ancestorLeft(store, node))
  return { prune: await store.prune(node.id, now()), goTo }
}

async function siblingLeft(store: Store, node: Node): Promise<Node | undefined> {
  const revision = await store.revision()
  for (const side of ['next', 'previous'] as const)
    for (let at = (await store.siblings(node.id))[side]; at !== null; at = (await store.siblings(at))[side])
      if ((await store.barred([at], revision)).get(at) !== 'pruned') return await store.node(at)
  return undefined
}

async function ancestorLeft(store: Store, node: Node): Promise<Node> {
  const revision = await store.revision()
  for (let id = node.parent; id !== null; ) {
    const above = await store.node(id)
    if (!above) break
    if (above.parent === null || (await store.barred([id], revision)).get(id) !== 'pruned') return above
    id = above.parent
  }
  throw new LoomRefused('delete-root', node.id, `Nothing would be left above ${node.shortId}.`)
}

/** Undoes the prune with this id, or the newest one of this node, and says which. Throws LoomRefused `not-pruned`. */
export async function undoPrune({ store, now }: Engine, conversation: string, idOrNode?: string): Promise<Prune> {
  const prunes = await store.prunes(conversation)
  const found =
    idOrNode === undefined ? prunes.at(-1) : prunes.findLast(({ id, node }) => id === idOrNode || node === idOrNode)
  if (!found)
    throw new LoomRefused(
      'not-pruned',
      idOrNode ?? '',
      idOrNode === undefined
        ? 'Nothing is pruned in this conversation.'
        : `${idOrNode} was not pruned itself. \`heddle prunes\` lists what was.`,
    )
  await store.restore(found.id, now())
  return found
}
