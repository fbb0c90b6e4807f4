import type { Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import { LoomRefused } from './errors.ts'

/** Where to go from a node. */
export type Direction = 'next' | 'previous' | 'parent' | 'child' | 'root'

/**
 * The node in a direction. Siblings wrap, pruned ones are passed over, and one alone is its own; the child is the one visited
 * last, else the first; the parent is the one on the branch's path. Throws LoomRefused `no-parent`, `no-child`, `no-root`.
 */
export async function nodeAt(store: Store, node: Node, direction: Direction, branch?: string): Promise<Node> {
  switch (direction) {
    case 'next':
    case 'previous':
      return await siblingOf(store, node, direction)
    case 'parent':
      return await parentOf(store, node, branch)
    case 'child':
      return await childOf(store, node)
    case 'root':
      return await rootOf(store, node)
    default:
      return direction satisfies never
  }
}

async function siblingOf(store: Store, node: Node, direction: 'next' | 'previous'): Promise<Node> {
  if (node.parent === null) return node
  const revision = await store.revision()
  for (let at = node.id; ; ) {
    const { next, previous, first, last } = await store.siblings(at)
    at = (direction === 'next' ? (next ?? first) : (previous ?? last)) ?? node.id
    if (at === node.id) return node
    if ((await store.barred([at], revision)).get(at) !== 'pruned') return (await store.node(at)) ?? node
  }
}

async function parentOf(store: Store, node: Node, branch: string | undefined): Promise<Node> {
  const { detours } = await store.route(node.id, branch)
  const id = detours.find(({ at }) => at === node.id)?.to ?? node.parent
  const parent = id === null ? undefined : await store.node(id)
  if (parent) return parent
  throw new LoomRefused('no-parent', node.id, `${node.shortId} is the root: nothing stands above it.`)
}

const page = 200

async function childOf(store: Store, node: Node): Promise<Node> {
  const revision = await store.revision()
  const isThere = async (id: string): Promise<boolean> => (await store.barred([id], revision)).get(id) !== 'pruned'
  const visited = await store.lastVisitedChild(node.id)
  const child = visited === null || !(await isThere(visited)) ? undefined : await store.node(visited)
  if (child && child.annotation !== true) return child
  for (let after: string | undefined; ; ) {
    const children = await store.children(node.id, { limit: page, ...(after === undefined ? {} : { after }) })
    for (const each of children) if (await isThere(each.id)) return each
    after = children.at(-1)?.id
    if (children.length < page) break
  }
  throw new LoomRefused('no-child', node.id, `Nothing follows ${node.shortId}. Go on from it with \`heddle say TEXT\`.`)
}

async function rootOf(store: Store, node: Node): Promise<Node> {
  const id = await store.root(node.conversation)
  const root = id === null ? undefined : await store.node(id)
  if (root) return root
  throw new LoomRefused('no-root', node.id, 'Nothing has been said in this conversation yet.')
}
