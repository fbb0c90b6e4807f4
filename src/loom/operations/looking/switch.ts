import { z } from 'zod'
import type { Branch, Node } from '../../../history/node.ts'
import { OperationRefused } from '../errors.ts'
import { findBranch, findNode, shortIdsOf } from '../find.ts'
import { type Loom, type LoomEngine, type Operation, operation } from '../operation.ts'

/** Goes to a branch, or to a node: to the branch that ends there, else to a new one. */
export const switchTo: Operation = operation(
  {
    name: 'switch',
    permission: 'loom_aware',
    about: 'Go to another branch, or to a node: the conversation goes on from there.',
  },
  { to: z.string().min(1).describe('Name of a branch, or short id of a node.') },
  async (engine, loom, { to }) => {
    const { store } = engine
    const branch =
      (await findBranch(store, loom, to)) ?? (await branchAt(engine, loom, await nodeFor(engine, loom, to)))
    const conversation = await store.conversation(loom.conversation.id)
    if (conversation) await store.updateConversation({ ...conversation, branch: branch.id, updatedAt: engine.now() })
    const [at] = branch.head === null ? [] : await shortIdsOf(store, loom, [branch.head])
    return { result: { branch: branch.name, at: at ?? null }, branch: branch.id }
  },
)

async function nodeFor({ store }: LoomEngine, loom: Loom, to: string): Promise<Node> {
  try {
    const node = await findNode(store, loom, to)
    if (node.annotation !== true) return node
  } catch (error) {
    if (!(error instanceof OperationRefused) || error.code !== 'unknown-node') throw error
    throw new OperationRefused(
      'unknown-branch',
      `There is neither a branch nor a node ${JSON.stringify(to)}.`,
      'loom_list shows the branches, loom_tree the nodes.',
    )
  }
  throw new OperationRefused(
    'unknown-branch',
    `${to} is a note, and no conversation goes on from it.`,
    'Go to its node.',
  )
}

/** The branch that ends at the node, the current one first; else a fork of the current one there. */
async function branchAt(
  { store, newId, now }: LoomEngine,
  { conversation, branch }: Loom,
  node: Node,
): Promise<Branch> {
  const branches = await store.branches(conversation.id)
  const ending = [branch, ...branches].find(({ head }) => head === node.id)
  if (ending) return ending
  const names = new Set(branches.map(({ name }) => name))
  const base = `${branch.name}-${node.shortId}`
  let name = base
  for (let number = 2; names.has(name); number++) name = `${base}-${number}`
  const forked: Branch = {
    id: newId(),
    conversation: conversation.id,
    name,
    parent: branch.id,
    forkPoint: node.id,
    head: node.id,
    createdAt: now(),
  }
  await store.createBranch(forked)
  return forked
}
