import type { AuthorType, Part } from '../core/content/part.ts'
import type { Conversation, Mode } from '../history/conversation.ts'
import type { Branch, Node } from '../history/node.ts'
import type { Engine } from './engine.ts'

/** What a new conversation starts with; everything has a default. */
export interface NewConversation {
  /** A ULID that no conversation has. Default: a new one. */
  readonly id?: string
  readonly title?: string
  readonly mode?: Mode
  readonly system?: string | null
  readonly tools?: Conversation['tools']
  readonly agent?: string | null
  readonly origin?: string | null
  readonly createdAt?: number
}

/** A conversation with its first branch, not stored yet. */
export interface Started {
  readonly conversation: Conversation
  readonly branch: Branch
}

/** Makes a conversation with an empty branch `main`, and stores both. */
export async function startConversation(engine: Engine, options: NewConversation = {}): Promise<Started> {
  const started = newConversation(engine, options)
  await engine.store.createConversation(started.conversation, started.branch)
  return started
}

/** Says something on a branch: a node behind its head as it is in the store, which moves. */
export async function say(
  engine: Engine,
  branch: Branch,
  message: { readonly author: AuthorType; readonly parts: readonly Part[]; readonly authorId?: string },
  measures: readonly string[] = [],
): Promise<Node> {
  const parent = (await engine.store.branch(branch.id))?.head ?? null
  const [node] = await engine.store.append([{ id: engine.newId(), parent, createdAt: engine.now(), ...message }], {
    conversation: branch.conversation,
    branch: branch.id,
    measures: await Promise.all(measures.map((id) => engine.loadMeasure(id))),
  })
  const conversation = await engine.store.conversation(branch.conversation)
  if (conversation) await engine.store.updateConversation({ ...conversation, updatedAt: engine.now() })
  return node as Node
}

/** A new branch that leaves another at a node (its head by default); nothing is copied. */
export async function fork(engine: Engine, from: Branch, name: string, at: string | null = from.head): Promise<Branch> {
  const branch: Branch = {
    id: engine.newId(),
    conversation: from.conversation,
    name,
    parent: from.id,
    forkPoint: at,
    head: at,
    createdAt: engine.now(),
  }
  await engine.store.createBranch(branch)
  return branch
}

/** How long a default title may be, in characters. */
const titleLength = 50

/** The default title: the first text, white space collapsed, 50 characters. */
export function titleOf(parts: readonly Part[]): string {
  const first = parts.find((part) => part.kind === 'text' && part.text.trim() !== '')
  const text = first?.kind === 'text' ? first.text.trim().replace(/\s+/gu, ' ') : ''
  return [...text].slice(0, titleLength).join('')
}

/** A conversation with an empty branch `main`, not stored yet. */
export function newConversation(engine: Engine, options: NewConversation): Started {
  const now = engine.now()
  const id = options.id ?? engine.newId()
  const branch = {
    id: engine.newId(),
    conversation: id,
    name: 'main',
    parent: null,
    forkPoint: null,
    head: null,
    createdAt: now,
  }
  const conversation: Conversation = {
    id,
    shortId: shortIdOf(id),
    title: options.title ?? '',
    mode: options.mode ?? 'dialogue',
    system: options.system ?? null,
    tools: options.tools ?? [],
    agent: options.agent ?? null,
    branch: branch.id,
    settings: {},
    origin: options.origin ?? null,
    createdAt: options.createdAt ?? now,
    updatedAt: now,
  }
  return { conversation, branch }
}

/** Conversations are few: eight characters of the random part are enough. */
function shortIdOf(ulid: string): string {
  return ulid.slice(10, 18).toLowerCase()
}
