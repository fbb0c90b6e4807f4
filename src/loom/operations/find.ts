import { z } from 'zod'
import type { Branch, Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import { OperationRefused } from './errors.ts'
import type { Loom } from './operation.ts'

/** A node, as an operation's input names it: by its short id, as the addendum says. */
export const nodeName: z.ZodString = z.string().min(1)

/** A text that an operation writes. */
export const writtenText: z.ZodString = z.string().min(1).max(100_000)

/** The node of a short id, an id, or the start of either. Throws `unknown-node`, `ambiguous-node`. */
export async function findNode(store: Store, { conversation }: Loom, name: string): Promise<Node> {
  const found = await store.findIds('node', name.trim(), conversation.id)
  const [only, ...others] = found
  const node = only === undefined || name.trim() === '' ? undefined : await store.node(only)
  if (!node) throw unknownNode(name)
  if (others.length === 0) return node
  const shortIds = await Promise.all(found.map(async (id) => (await store.node(id))?.shortId ?? id))
  throw new OperationRefused(
    'ambiguous-node',
    `${JSON.stringify(name)} could be any of ${shortIds.join(', ')}.`,
    'Give the short id in full.',
  )
}

/** The node that is named, else the last one of the branch. Throws `unknown-node` where nothing has been said. */
export async function findNodeOrHead(store: Store, loom: Loom, name: string | undefined): Promise<Node> {
  if (name !== undefined) return await findNode(store, loom, name)
  const head = loom.branch.head === null ? undefined : await store.node(loom.branch.head)
  if (head) return head
  throw new OperationRefused('unknown-node', 'Nothing has been said on this branch.', 'Name a node of another branch.')
}

/** The branch of a name or an id. */
export async function findBranch(store: Store, { conversation }: Loom, name: string): Promise<Branch | undefined> {
  const branches = await store.branches(conversation.id)
  return branches.find((branch) => branch.name === name) ?? branches.find(({ id }) => id === name)
}

/** Where a node stands on the branch's path, counted from 0; undefined where it is not on it. */
export async function positionOf(store: Store, { branch }: Loom, node: string): Promise<number | undefined> {
  if (branch.head === null) return undefined
  return (await store.positions(await store.route(branch.head, branch.id), [node])).get(node)
}

/** Short ids of nodes, in their order. */
export async function shortIdsOf(store: Store, { measure }: Loom, ids: readonly string[]): Promise<string[]> {
  const nodes = await store.nodes(ids, measure)
  return ids.map((id) => nodes.get(id)?.shortId ?? id)
}

function unknownNode(name: string): OperationRefused {
  return new OperationRefused(
    'unknown-node',
    `There is no node ${JSON.stringify(name)} in this conversation.`,
    'Short ids stand in the line above each message; loom_tree and loom_search find others.',
  )
}
