import type { Digest } from '../core/content/digest.ts'
import type { Json } from '../core/content/json.ts'
import type { Measure } from '../core/content/measure.ts'
import type { AuthorType, Part } from '../core/content/part.ts'
import type { Agent, Conversation } from '../history/conversation.ts'
import type { Branch, Node, PathNode } from '../history/node.ts'

/**
 * A node to be written. Id and time are the caller's; the id is a ULID whose random part the store shortens to the short
 * id. `key` joins the node to the file it came from.
 */
export interface NewNode {
  readonly id: string
  readonly parent: string | null
  readonly author: AuthorType
  readonly authorId?: string
  readonly parts: readonly Part[]
  readonly createdAt: number
  readonly key?: string
}

/** Where new nodes go: their conversation, and the branch whose head follows the last of them, if one does. */
export interface AppendTarget {
  readonly conversation: string
  readonly branch?: string
  /** Written with the nodes, all or none: a branch that is not there is made, of one that is there the head moves. */
  readonly branches?: readonly Branch[]
  /** Sizes are counted and summed in these while writing; others are added when they are first asked for. */
  readonly measures: readonly Measure[]
}

/** What is recorded of a person's decision about a node. A mark can be taken back; the record stays. */
export const markKinds = ['excluded'] as const

/** One of `markKinds`. */
export type MarkKind = (typeof markKinds)[number]

/** One entry of the append-only record of marks; `revision` grows over the whole store. */
export interface Mark {
  readonly revision: number
  readonly node: string
  readonly kind: MarkKind
  readonly on: boolean
  readonly at: number
}

/** A node that carries a mark, with what is needed to take it out of sums. */
export interface MarkedNode {
  readonly id: string
  readonly depth: number
  readonly kind: MarkKind
  readonly size: number
}

/** A plan as it is kept: the decisions, the digest of what they were made from, and the digest of the request. */
export interface StoredPlan {
  readonly id: Digest
  readonly conversation: string
  readonly branch: string
  readonly head: string | null
  /** Document digest of the inputs; `replay` plans from these alone. */
  readonly inputs: Digest
  /** Document digest of the whole plan as JSON. */
  readonly decisions: Digest
  /** The digest of the rendered request's bytes. */
  readonly request: Digest
  readonly createdAt: number
}

/** Reading a path never walks what is not asked for: its cost follows the number of nodes read, and the logarithm of the depth. */
export interface Paths {
  node(id: string): Promise<Node | undefined>
  /** The nodes between two depths, both included, on the path from the root to `head`; root first. */
  path(head: string, from: number, to: number, measure: Measure): Promise<readonly PathNode[]>
  /**
   * The smallest depth on the path to `head` at which `total + perNode × (depth + 1)` is at least `size`; the depth of
   * `head` where the whole path is smaller.
   */
  depthOfSize(head: string, size: number, perNode: number, measure: Measure): Promise<number>
  /** The nodes that carry a mark, as of a revision, on the path to `head` between two depths. */
  marked(head: string, from: number, to: number, measure: Measure, revision: number): Promise<readonly MarkedNode[]>
  /** The latest mark's revision; 0 before the first. */
  markRevision(): Promise<number>
}

/** Contents and documents by digest. A document is any JSON value: settings, plan inputs, plans. */
export interface Contents {
  /** Those that are there, by digest. */
  contents(digests: readonly Digest[]): Promise<ReadonlyMap<Digest, readonly Part[]>>
  putContent(parts: readonly Part[]): Promise<Digest>
  putDocument(value: Json): Promise<Digest>
  document(digest: Digest): Promise<Json | undefined>
}

/**
 * Conversations, their branches, and what is written into them. Every write is whole or not at all. What cannot be
 * written is refused with one of these codes: `conversation-not-found`, `branch-not-found`, `node-not-found`,
 * `duplicate-id`, `branch-name-taken`, `foreign-parent`, `second-root`.
 */
export interface Conversations {
  /** With its first branch. Its id and its origin are new. */
  createConversation(conversation: Conversation, branch: Branch): Promise<void>
  /** Replaces the changeable fields: title, system, tools, agent, branch, settings, updatedAt. */
  updateConversation(conversation: Conversation): Promise<void>
  conversation(id: string): Promise<Conversation | undefined>
  /** Newest change first. */
  conversations(): Promise<readonly Conversation[]>
  conversationByOrigin(origin: string): Promise<Conversation | undefined>
  /**
   * Ids of conversations, nodes or plans whose id or short id starts with the text, in either case, sorted, ten at the
   * most; nodes within one conversation if it is given. An id or short id given in full is that one alone.
   */
  findIds(kind: 'conversation' | 'node' | 'plan', start: string, conversation?: string): Promise<readonly string[]>
  createBranch(branch: Branch): Promise<void>
  /** Moves a branch's head. */
  moveBranch(id: string, head: string | null): Promise<void>
  branches(conversation: string): Promise<readonly Branch[]>
  branch(id: string): Promise<Branch | undefined>
  /**
   * Writes nodes in order, all or none. A parent is in the store or earlier in the list; the first node of a
   * conversation, and no other, has none. Returns them with what was derived.
   */
  append(nodes: readonly NewNode[], target: AppendTarget): Promise<readonly Node[]>
  /** The node ids of those keys that were imported into the conversation before. */
  imported(conversation: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Records a mark for each of the nodes, all or none, and returns the new revision. */
  mark(nodes: readonly string[], kind: MarkKind, on: boolean, at: number): Promise<number>
}

/** Plans and agents. */
export interface Plans {
  /** A plan that is there already stays as it is. */
  putPlan(plan: StoredPlan): Promise<void>
  plan(id: Digest): Promise<StoredPlan | undefined>
  /** Newest first, of one conversation or of all. */
  plans(options: { readonly conversation?: string; readonly limit: number }): Promise<readonly StoredPlan[]>
  /** Adds an agent or replaces the one with its id. */
  putAgent(agent: Agent): Promise<void>
  /** By id. */
  agents(): Promise<readonly Agent[]>
  deleteAgent(id: string): Promise<void>
}

/** Counts for `heddle stats`. `textBytes` is what the contents take, each once. */
export interface StoreStats {
  readonly conversations: number
  readonly branches: number
  readonly nodes: number
  readonly contents: number
  readonly textBytes: number
  readonly plans: number
  readonly bytes: number
}

/** Everything Heddle keeps. An adapter passes the contract suite in `heddle/testing`. */
export interface Store extends Paths, Contents, Conversations, Plans {
  stats(): Promise<StoreStats>
  close(): Promise<void>
}
