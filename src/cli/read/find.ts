import { currentConversation } from '../../config/current.ts'
import type { Workspace } from '../../config/open.ts'
import { nearest } from '../../config/settings/nearest.ts'
import { HeddleError } from '../../core/errors.ts'
import type { Agent, Conversation } from '../../history/conversation.ts'
import type { Branch, Node } from '../../history/node.ts'
import type { StoredPlan } from '../../stores/store.ts'

/** Nothing has this id or name. `code` is `unknown-conversation`, `unknown-branch`, `unknown-node`, `unknown-plan` or `unknown-agent`. */
export class UnknownReference extends HeddleError {
  readonly reference: string
  constructor(kind: string, reference: string, hint: string) {
    super(`unknown-${kind}`, `There is no ${kind} ${JSON.stringify(reference)}. ${hint}`)
    this.reference = reference
  }
}

/** More than one thing has an id that starts so. `code` is `ambiguous`; `candidates` holds up to ten. */
class AmbiguousReference extends HeddleError {
  readonly reference: string
  readonly candidates: readonly string[]
  constructor(kind: string, reference: string, candidates: readonly string[]) {
    super('ambiguous', `${JSON.stringify(reference)} may be any ${kind} of: ${candidates.join(', ')}. Type more of it.`)
    this.reference = reference
    this.candidates = candidates
  }
}

/** There is nothing yet that a command could mean. `code` is `nothing-yet`. */
class NothingYet extends HeddleError {
  constructor(message: string) {
    super('nothing-yet', message)
  }
}

/**
 * The conversation with this id, short id or unique beginning of one; with `last` the one that changed last; with neither
 * the current one. Throws UnknownReference, AmbiguousReference, NothingYet.
 */
export async function findConversation(
  { paths, store }: Workspace,
  reference: string | undefined,
  { last = false }: { readonly last?: boolean } = {},
): Promise<Conversation> {
  if (reference === undefined) {
    const found = last ? (await store.conversations())[0] : await currentConversation(paths, store)
    if (found) return found
    throw new NothingYet(
      'There is no conversation yet. Begin one with `heddle say --new TEXT`, or `heddle import FILE`.',
    )
  }
  const found = await loadAll(await idsOf(store.findIds('conversation', reference), reference), (id) =>
    store.conversation(id),
  )
  const exact = found.find(({ id, shortId }) => id === reference || shortId === reference)
  const one = exact ?? single('conversation', reference, found, ({ shortId, title }) => `${shortId} (${title})`)
  if (one) return one
  throw new UnknownReference('conversation', reference, '`heddle ls` lists them.')
}

/** The branch of a conversation with this name, or undefined; throws AmbiguousReference where an id prefix fits several. */
export async function lookUpBranch(
  { store }: Workspace,
  conversation: Conversation,
  reference: string,
): Promise<Branch | undefined> {
  const branches = await store.branches(conversation.id)
  const named = branches.find(({ name, id }) => name === reference || id === reference)
  if (named) return named
  const found = branches.filter(
    ({ id }) => reference.length >= 4 && id.toLowerCase().startsWith(reference.toLowerCase()),
  )
  return single('branch', reference, found, ({ name }) => name)
}

/** The branch of a conversation with this name or unique beginning of an id. Throws UnknownReference with the nearest name. */
export async function findBranch(workspace: Workspace, conversation: Conversation, reference: string): Promise<Branch> {
  const found = await lookUpBranch(workspace, conversation, reference)
  if (found) return found
  const names = (await workspace.store.branches(conversation.id)).map(({ name }) => name)
  throw new UnknownReference('branch', reference, hintOf(reference, names, '`heddle branch` lists them.'))
}

/** The checked-out branch of a conversation. */
export async function checkedOut({ store }: Workspace, conversation: Conversation): Promise<Branch> {
  const branch = await store.branch(conversation.branch)
  if (branch) return branch
  throw new UnknownReference(
    'branch',
    conversation.branch,
    `Conversation ${conversation.shortId} is damaged: its branch is gone.`,
  )
}

/**
 * The node with this id, short id or unique beginning of one, or at the head of the branch of this name: in the conversation
 * first, else (by id) anywhere. Throws UnknownReference, AmbiguousReference.
 */
export async function findNode(workspace: Workspace, conversation: Conversation, reference: string): Promise<Node> {
  const { store } = workspace
  const head = (await lookUpBranch(workspace, conversation, reference))?.head
  const ofBranch = head ? await store.node(head) : undefined
  if (ofBranch) return ofBranch
  for (const within of [conversation.id, undefined]) {
    const ids = await idsOf(store.findIds('node', reference, within), reference)
    const found = await loadAll(ids, (id) => store.node(id))
    const exact = found.filter(({ id, shortId }) => id === reference || shortId === reference)
    const one = single('node', reference, exact.length > 0 ? exact : found, ({ id, shortId }) =>
      within ? shortId : id,
    )
    if (one) return one
  }
  throw new UnknownReference('node', reference, '`heddle log --all` lists the nodes of a branch.')
}

/** The plan with this id or unique beginning of one; without it the newest. Throws UnknownReference, AmbiguousReference, NothingYet. */
export async function findPlan({ store }: Workspace, reference: string | undefined): Promise<StoredPlan> {
  if (reference === undefined) {
    const newest = (await store.plans({ limit: 1 }))[0]
    if (newest) return newest
    throw new NothingYet('There is no plan yet. Make one with `heddle plan`.')
  }
  const found = await loadAll(await idsOf(store.findIds('plan', reference), reference), (id) => store.plan(id))
  const one = single('plan', reference, found, ({ id }) => id.slice(0, 12))
  if (one) return one
  throw new UnknownReference('plan', reference, 'Leave it out for the newest plan.')
}

/** The agent with this name, id or unique beginning of an id. Throws UnknownReference with the nearest name, AmbiguousReference. */
export async function findAgent({ store }: Workspace, reference: string): Promise<Agent> {
  const agents = await store.agents()
  const named = agents.find(({ name, id }) => name === reference || id === reference)
  if (named) return named
  const found = agents.filter(({ id }) => reference.length >= 4 && id.toLowerCase().startsWith(reference.toLowerCase()))
  const one = single('agent', reference, found, ({ name }) => name)
  if (one) return one
  const names = agents.map(({ name }) => name)
  throw new UnknownReference('agent', reference, hintOf(reference, names, '`heddle agent list` lists them.'))
}

function single<T>(kind: string, reference: string, found: readonly T[], label: (one: T) => string): T | undefined {
  if (found.length > 1) throw new AmbiguousReference(kind, reference, found.map(label))
  return found[0]
}

async function idsOf(ids: Promise<readonly string[]>, reference: string): Promise<readonly string[]> {
  return reference.trim() === '' ? [] : await ids
}

async function loadAll<T>(ids: readonly string[], load: (id: string) => Promise<T | undefined>): Promise<readonly T[]> {
  const loaded: T[] = []
  for (const id of ids) {
    const one = await load(id)
    if (one !== undefined) loaded.push(one)
  }
  return loaded
}

function hintOf(reference: string, names: readonly string[], otherwise: string): string {
  const meant = nearest(reference, names)
  return meant === undefined ? otherwise : `Did you mean ${JSON.stringify(meant)}? ${otherwise}`
}
