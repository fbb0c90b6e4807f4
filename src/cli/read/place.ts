import { setCurrent } from '../../config/current.ts'
import type { Workspace } from '../../config/open.ts'
import { readView, writeView } from '../../config/view.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Branch, Node } from '../../history/node.ts'
import { commitWorkingBuffer, setWorkingBuffer, workingBuffer } from '../../session/buffer.ts'
import { fork } from '../../session/say.ts'
import { checkedOut, findConversation, findNode, UnknownReference } from './find.ts'

/** The branch that is gone on with, and the node on it that a person is at; undefined while nothing has been said. */
export interface Place {
  readonly conversation: Conversation
  /** Ends at the node, as far as this person sees it. */
  readonly branch: Branch
  readonly node: Node | undefined
  /** Nothing ends at the node: what is said next begins a branch there. */
  readonly away: boolean
  /** The node that is hoisted, if one is. */
  readonly hoisted: string | undefined
}

/** Where a person is in a conversation. */
export async function placeIn(workspace: Workspace, conversation: Conversation): Promise<Place> {
  const { store, paths } = workspace
  const branch = await checkedOut(workspace, conversation)
  const { at, hoisted } = await readView(paths, conversation.id)
  const gone = at && at.branch === branch.id ? await store.node(at.node) : undefined
  const away = gone !== undefined && gone.conversation === conversation.id && gone.id !== branch.head
  const head = away ? gone.id : branch.head
  const node = head === null ? undefined : await store.node(head)
  return { conversation, branch: { ...branch, head }, node, away, hoisted: hoisted.at(-1) }
}

/** The same for the conversation that is named, else the current one. */
export async function placeOf(workspace: Workspace, conversation: string | undefined): Promise<Place> {
  return await placeIn(workspace, await findConversation(workspace, conversation))
}

/** The node that is named in the conversation, else the one a person is at. Throws UnknownReference. */
export async function nodeOrPlace(workspace: Workspace, place: Place, reference: string | undefined): Promise<Node> {
  if (reference === undefined) {
    if (place.node) return place.node
    throw new UnknownReference(
      'node',
      '',
      'Nothing has been said in this conversation yet; say something with `heddle say TEXT`.',
    )
  }
  const node = await findNode(workspace, place.conversation, reference)
  if (node.conversation === place.conversation.id) return node
  throw new UnknownReference(
    'node',
    reference,
    `It belongs to another conversation than ${place.conversation.shortId}; name that with --conversation.`,
  )
}

/**
 * Goes to a node: checks out the branch that ends there, else stands there without one. It counts as visited. In a buffer
 * what was written and not committed is committed where it was written.
 */
export async function goTo(workspace: Workspace, place: Place, node: Node): Promise<Place> {
  const { store, paths, engine } = workspace
  const { conversation } = await leave(workspace, place)
  await store.visit(node.id, engine.now())
  const current = await checkedOut(workspace, conversation)
  const branches = [current, ...(await store.branches(conversation.id))]
  const ending = branches.find(({ head }) => head === node.id)
  const view = await readView(paths, conversation.id)
  const branch = ending ?? current
  if (branch.id !== conversation.branch) await store.updateConversation({ ...conversation, branch: branch.id })
  await writeView(paths, conversation.id, { ...view, at: ending ? null : { node: node.id, branch: branch.id } })
  await setCurrent(paths, conversation.id)
  return await placeIn(workspace, { ...conversation, branch: branch.id })
}

async function leave(workspace: Workspace, place: Place): Promise<Place> {
  const { store, engine } = workspace
  const { conversation, branch } = place
  if (conversation.mode !== 'buffer' || (await workingBuffer(store, branch.id)) === '') return place
  const written = await branchToWrite(workspace, place)
  await commitWorkingBuffer(engine, written)
  if (written.id !== branch.id) await setWorkingBuffer(engine, branch.id, '')
  return { ...place, conversation: { ...conversation, branch: written.id } }
}

/** Stands at the end of the branch that is checked out. */
export async function comeBack({ paths }: Workspace, conversation: string): Promise<void> {
  await writeView(paths, conversation, { ...(await readView(paths, conversation)), at: null })
}

/** The branch to write to: the checked-out one, or a new one where a person stands at a node that no branch ends at. */
export async function branchToWrite(workspace: Workspace, place: Place): Promise<Branch> {
  const { store, engine } = workspace
  const { conversation, branch, node, away } = place
  if (!away || !node) return branch
  const branches = await store.branches(conversation.id)
  const from = await branchWith(workspace, branch, branches, node)
  const forked = await fork(engine, from, freeName(branches), node.id)
  await store.updateConversation({ ...conversation, branch: forked.id })
  await comeBack(workspace, conversation.id)
  return forked
}

/** The first branch that a node is on, the given one before all. */
export async function branchWith(
  { store }: Workspace,
  first: Branch,
  others: readonly Branch[],
  node: Node,
): Promise<Branch> {
  for (const branch of [first, ...others]) {
    const head = (await store.branch(branch.id))?.head ?? null
    if (head !== null && (await store.positions(await store.route(head, branch.id), [node.id])).has(node.id))
      return branch
  }
  return first
}

/** The first of `fork-1`, `fork-2`, … that is free. */
export function freeName(branches: readonly Branch[]): string {
  const taken = new Set(branches.map(({ name }) => name))
  let number = 1
  while (taken.has(`fork-${number}`)) number++
  return `fork-${number}`
}
