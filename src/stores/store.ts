import type { Digest } from '../core/content/digest.ts'
import type { Json } from '../core/content/json.ts'
import type { Measure } from '../core/content/measure.ts'
import type { AuthorType, Part } from '../core/content/part.ts'
import type { Agent, Conversation } from '../history/conversation.ts'
import type { Edge, EdgeSource, EdgeType, Selection } from '../history/edge.ts'
import type { BranchFacts } from '../history/edits/branch-fact.ts'
import type { Branch, Node, PathNode, Siblings, SizedNode } from '../history/node.ts'
import type { Prune } from '../history/prune.ts'
import type { Route } from '../history/route.ts'
import type { SearchHit } from '../history/snippet.ts'
import type { Bundles } from './bundle-store.ts'
import type { Calls } from './call-store.ts'
import type { Notebook } from './notebook.ts'
import type { Stretch } from './stretch.ts'

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
  /** It is a note about its parent, and on no path: the edge that is made with it is an annotation. */
  readonly annotation?: true
  /** What that edge comes from besides the parent: context and instructions, in their order. */
  readonly sources?: readonly EdgeSource[]
  /**
   * The node that it is a version of, with the same parent; a split or a merge puts it elsewhere. Every continuation that
   * comes from that node comes from this one, too, from now on. A cycle is refused.
   */
  readonly editedFrom?: string
}

/** A further edge into a node that is there. One of its sources is primary. */
export type NewEdge = Omit<Edge, 'id'>

/** Where new nodes go: their conversation, and the branch whose head follows the last of them, if one does. */
export interface AppendTarget {
  readonly conversation: string
  readonly branch?: string
  /** Written with the nodes, all or none: a branch that is not there is made, of one that is there the head moves. */
  readonly branches?: readonly Branch[]
  /** Sizes are counted and summed in these while writing; others are added when they are first asked for. */
  readonly measures: readonly Measure[]
}

/** What a person may decide about a node, and take back; the record stays. */
export const markKinds = ['excluded'] as const

/** One of `markKinds`. */
export type MarkKind = (typeof markKinds)[number]

/** Why a node is kept out: it carries a mark, or a prune covers it. One that is both is excluded. */
export type Barred = MarkKind | 'pruned'

/** A node of a path that is kept out, with what is needed to take it out of sums. */
export interface MarkedNode {
  readonly id: string
  readonly depth: number
  readonly position: number
  readonly kind: Barred
  readonly size: number
}

/** What stands with a node on a path by the edge that leads on from it: ahead of it, and in the system text. */
export interface PathSources {
  readonly context: readonly string[]
  readonly instructions: readonly string[]
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

/**
 * Reading a path never walks what is not asked for: its cost follows the number of nodes read, and the logarithm of the
 * depth. Positions are counted from the beginning of the route, 0. What can change what is seen carries a revision, of
 * one counter over the whole store: marks, prunes, notes, and what is added to nodes that are there.
 */
export interface Paths {
  node(id: string): Promise<Node | undefined>
  /** Those that are there, by id, with their own sizes. */
  nodes(ids: readonly string[], measure: Measure): Promise<ReadonlyMap<string, SizedNode>>
  /**
   * The path to a node as it is now, by the branch's selections, else by the latest version. Throws `ambiguous-path` where
   * several continuations lead to a node of the path and no selection says which. A note begins a path.
   */
  route(head: string, branch?: string): Promise<Route>
  /** How many nodes there are on a route. */
  length(route: Route): Promise<number>
  /** Where on a route nodes stand; those that are not on it are left out. */
  positions(route: Route, nodes: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The nodes between two positions, both included; root first. */
  path(route: Route, from: number, to: number, measure: Measure): Promise<readonly PathNode[]>
  /**
   * The smallest position at which `total + perNode × (position + 1)` is at least `size`; the last one where the whole
   * path is smaller.
   */
  positionOfSize(route: Route, size: number, perNode: number, measure: Measure): Promise<number>
  /** The nodes that are kept out, as of a revision, between two positions, in the order of the path. */
  marked(route: Route, from: number, to: number, measure: Measure, revision: number): Promise<readonly MarkedNode[]>
  /** Those of any nodes that are kept out, as of a revision, and why. */
  barred(nodes: readonly string[], revision: number): Promise<ReadonlyMap<string, Barred>>
  /** What stands with the nodes between two positions, as of a revision, by node; those with nothing are left out. */
  sources(route: Route, from: number, to: number, revision: number): Promise<ReadonlyMap<string, PathSources>>
  /** All instruction sources on a route, as of a revision, in path order. */
  instructions(route: Route, revision: number): Promise<readonly string[]>
  /** The notes about nodes, as of a revision, by node, oldest first; those with none are left out. */
  annotations(nodes: readonly string[], revision: number): Promise<ReadonlyMap<string, readonly string[]>>
  /** The latest revision; 0 before the first. */
  revision(): Promise<number>
}

/**
 * Changes a tree and looks around in it. Nothing is ever removed. Refused with: `node-not-found`, `branch-not-found`,
 * `foreign-parent`, `cycle`, `two-primaries`, `unknown-way`, `prune-not-found`.
 */
export interface Trees {
  /** Leads to a node from further ones of its conversation. Returns the edge with its id. */
  addEdge(edge: NewEdge, at: number): Promise<Edge>
  /**
   * All edges into nodes, by target, the one made with it first. As of a revision; as of 0 there is that one alone, as it
   * was made. A root has none.
   */
  edges(targets: readonly string[], revision: number): Promise<ReadonlyMap<string, readonly Edge[]>>
  /** Chooses how this branch's paths come into a node; an empty selection takes the choice back. */
  select(branch: string, target: string, selection: Selection, at: number): Promise<void>
  /** A branch's choices by target; a fork begins with those of its parent at that time. */
  selections(branch: string): Promise<ReadonlyMap<string, Selection>>
  /** Keeps a node and every descendant that it has now, by any edge, out of paths. */
  prune(node: string, at: number): Promise<Prune>
  /** Undoes exactly that prune. A node stays pruned while another covers it. */
  restore(prune: string, at: number): Promise<void>
  /** Those that stand, oldest first. */
  prunes(conversation: string): Promise<readonly Prune[]>
  root(conversation: string): Promise<string | null>
  /** The nodes of a conversation in the order in which they were written, so that parents come first. */
  written(conversation: string, stretch: Stretch): Promise<readonly Node[]>
  /** What comes from a node by any edge of a type (default continuation); versions stand beside what they are of. */
  children(node: string, stretch: Stretch & { readonly type?: EdgeType }): Promise<readonly Node[]>
  /** Where a node stands among the children of its parent that are of its type. */
  siblings(node: string): Promise<Siblings>
  /** How many nodes come from a node, over any number of edges of any type. Walks them. */
  descendantCount(node: string): Promise<number>
}

/**
 * What goes with a branch beside its nodes, by key: append-only, so that an older revision can be read again. A fork has what its
 * parent had when it was forked, until it gets its own. These revisions are counted apart from those of `Paths`:
 * nothing on a path changes by them.
 */
export interface BranchStates {
  /** As of a revision of the states, default the latest; undefined where nothing was set by then. */
  branchState(branch: string, key: string, revision?: number): Promise<Json | undefined>
  /** Returns its revision. Refused with `branch-not-found`. */
  setBranchState(branch: string, key: string, value: Json, at: number): Promise<number>
}

/** Where and how much to search. */
export interface SearchOptions {
  readonly conversation?: string
  /** Only the nodes of this route. */
  readonly route?: Route
  readonly limit: number
  /** The first search reads all that was written before; this is told how many nodes of how many it has read. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Looks for texts. */
export interface Search {
  /** The best hits first, then the newest. Throws `search-syntax`. */
  search(query: string, options: SearchOptions): Promise<readonly SearchHit[]>
}

/** Contents and documents by digest. A document is any JSON value: settings, plan inputs, plans. Those that are there come by digest. */
export interface Contents {
  contents(digests: readonly Digest[]): Promise<ReadonlyMap<Digest, readonly Part[]>>
  /** Those of the digests whose content or document a person has purged: the text is gone, the fact stays. */
  purged(digests: readonly Digest[]): Promise<ReadonlySet<Digest>>
  putContent(parts: readonly Part[]): Promise<Digest>
  putDocument(value: Json): Promise<Digest>
  document(digest: Digest): Promise<Json | undefined>
}

/**
 * Conversations, their branches, and what is written into them. Every write is whole or not at all. What cannot be
 * written is refused with one of these codes: `conversation-not-found`, `branch-not-found`, `node-not-found`,
 * `duplicate-id`, `branch-name-taken`, `foreign-parent`, `second-root`, `two-primaries`, `version-of-root`,
 * `version-elsewhere`, `cycle`.
 */
export interface Conversations {
  /** With its first branch. Its id and its origin are new. */
  createConversation(conversation: Conversation, branch: Branch): Promise<void>
  /**
   * Replaces the changeable fields: title, system, tools, agent, branch, settings, updatedAt. Refused with `changed-meanwhile` where
   * what is replaced is not `before`, if that is given.
   */
  updateConversation(conversation: Conversation, before?: Conversation): Promise<void>
  conversation(id: string): Promise<Conversation | undefined>
  /** How many nodes a conversation has; 0 where there is none. */
  nodeCount(conversation: string): Promise<number>
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
  /** A plan that is there already is the newest again, with its new time; else it stays as it is. */
  putPlan(plan: StoredPlan): Promise<void>
  plan(id: Digest): Promise<StoredPlan | undefined>
  /** Newest first, of one conversation or of all. Those of a branch by when they were put, whatever time they have. */
  plans(options: {
    readonly conversation?: string
    readonly branch?: string
    readonly limit: number
  }): Promise<readonly StoredPlan[]>
  /** Adds an agent or replaces the one with its id. */
  putAgent(agent: Agent): Promise<void>
  /** By id. */
  agents(): Promise<readonly Agent[]>
  deleteAgent(id: string): Promise<void>
}

/** What `heddle stats` counts. `textBytes` is what the contents take, each once. */
type Counted = 'conversations' | 'branches' | 'nodes' | 'contents' | 'textBytes' | 'plans' | 'calls' | 'bytes'

/** Everything Heddle keeps. An adapter passes the contract suite in `heddle/testing`. */
export interface Store
  extends Paths,
    Trees,
    Notebook,
    BranchStates,
    BranchFacts,
    Search,
    Contents,
    Conversations,
    Plans,
    Bundles,
    Calls {
  stats(): Promise<Readonly<Record<Counted, number>>>
  close(): Promise<void>
}
