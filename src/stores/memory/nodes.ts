import { derive, type Inherited } from '../../history/derive.ts'
import type { Branch, Node } from '../../history/node.ts'
import { nodeHash } from '../../history/node-hash.ts'
import { shortIds } from '../../history/short-id.ts'
import {
  BranchNameTaken,
  BranchNotFound,
  ConversationNotFound,
  Cycle,
  DuplicateId,
  ForeignParent,
  NodeNotFound,
  SecondRoot,
  TwoPrimaries,
  VersionElsewhere,
  VersionOfRoot,
} from '../errors.ts'
import type { Conversations, NewNode } from '../store.ts'
import { put } from './contents.ts'
import { type HeldEdge, type HeldNode, heldNode, nextRevision, type State } from './state.ts'
import { comesFrom, firstEdge, inheritSelections } from './trees.ts'

/** Writes nodes and marks in memory. A batch is made apart and joined at the end, so that a failure leaves nothing. */
export function memoryNodes(state: State): Pick<Conversations, 'append' | 'imported' | 'mark'> {
  return {
    append: async (nodes, { conversation, branch, branches = [] }) => {
      if (!state.conversations.has(conversation)) throw new ConversationNotFound(conversation)
      const siblings = [...state.nodes.values()].filter(({ node }) => node.conversation === conversation)
      const batch: Batch = {
        conversation,
        nodes: new Map(),
        contents: new Map(),
        keys: new Map(),
        edges: new Map([...state.edges].map(([target, edges]) => [target, copyOf(edges)])),
        revision: state.revision,
        shortIds: new Set(siblings.map(({ node }) => node.shortId)),
        hasRoot: siblings.some(({ node }) => node.parent === null),
      }
      const written = nodes.map((node) => addNode(state, batch, node))
      if (branch !== undefined && nodes.length > 0) moveHead(state, branch, conversation, written.at(-1)?.id ?? null)
      checkNames(state, conversation, branches)
      for (const [id, held] of batch.nodes) state.nodes.set(id, held)
      for (const [digest, json] of batch.contents) state.contents.set(digest, json)
      for (const [key, id] of batch.keys) state.keys.set(key, id)
      for (const [target, edges] of batch.edges) state.edges.set(target, edges)
      state.revision = batch.revision
      for (const each of branches) {
        if (!state.branches.has(each.id)) inheritSelections(state, each)
        state.branches.set(each.id, { ...(state.branches.get(each.id) ?? each), head: each.head })
      }
      return written
    },
    imported: async (conversation, keys) => {
      if (!state.conversations.has(conversation)) throw new ConversationNotFound(conversation)
      const found = keys.map((key) => [key, state.keys.get(`${conversation}\n${key}`)] as const)
      return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
    mark: async (nodes, kind, on, at) => {
      for (const id of nodes) heldNode(state, id)
      for (const node of nodes) state.marks.push({ revision: nextRevision(state), node, kind, on, at })
      return state.revision
    },
  }
}

interface Batch {
  readonly conversation: string
  readonly nodes: Map<string, HeldNode>
  readonly contents: Map<string, string>
  readonly keys: Map<string, string>
  /** All edges of the store, with those of the batch. */
  readonly edges: Map<string, HeldEdge[]>
  revision: number
  /** All that are taken in the conversation. */
  readonly shortIds: Set<string>
  hasRoot: boolean
}

function addNode(state: State, batch: Batch, given: NewNode): Node {
  const { id, parent, author, authorId, parts, createdAt, key, annotation, sources = [], editedFrom } = given
  const { conversation } = batch
  const others = sources.filter(({ role }) => role === 'primary').length
  if (others > 0) throw new TwoPrimaries(id, others + (parent === null ? 0 : 1))
  if (parent === null && (annotation || sources.length > 0)) throw new TwoPrimaries(id, 0)
  const above = parent === null ? null : parentOf(state, batch, parent)
  const edited =
    editedFrom === undefined ? undefined : (batch.nodes.get(editedFrom)?.node ?? state.nodes.get(editedFrom)?.node)
  if (above === null && batch.hasRoot && edited?.parent === null && edited.conversation === conversation)
    throw new VersionOfRoot(edited.id)
  if (above === null && batch.hasRoot) throw new SecondRoot(id, conversation)
  if (state.nodes.has(id) || batch.nodes.has(id)) throw new DuplicateId('node', id)
  const handed = above && (annotation ? alone(above.derived) : above.derived)
  const derived = derive(id, { author, parts }, handed)
  const otherParents = sources.map((source) => parentOf(state, batch, source.node).node.hash)
  const content = put(batch.contents, parts)
  const shortId = freeShortId(id, batch.shortIds)
  const node: Node = {
    id,
    shortId,
    conversation,
    parent,
    depth: derived.depth,
    author,
    ...(authorId === undefined ? {} : { authorId }),
    content,
    hash: nodeHash({ content, parentHash: above?.node.hash ?? null, otherParents, author, authorId, createdAt }),
    createdAt,
    ...(derived.atom === null ? {} : { atom: derived.atom }),
    ...(derived.newestHuman === null ? {} : { newestHuman: derived.newestHuman }),
    empty: derived.empty,
    unmatched: derived.unmatched,
    openCalls: derived.open.length,
    ...(annotation ? { annotation } : {}),
    ...(editedFrom === undefined ? {} : { editedFrom }),
  }
  if (key !== undefined) addKey(state, batch, key, id)
  batch.hasRoot = true
  batch.shortIds.add(shortId)
  batch.nodes.set(id, { node, derived })
  batch.edges.set(id, firstEdge(given, annotation ? ++batch.revision : 0))
  if (editedFrom !== undefined) addVersion(state, batch, given, editedFrom)
  return node
}

/** A note begins a path: it takes nothing over from what it is about but its place in the tree. */
function alone({ depth }: HeldNode['derived']): Inherited<string> {
  return { depth, newestHuman: null, open: [], run: null }
}

function copyOf(edges: readonly HeldEdge[]): HeldEdge[] {
  return edges.map((edge) => ({ ...edge, sources: [...edge.sources] }))
}

/** The version becomes a source of every continuation that comes from what it is a version of. */
function addVersion(state: State, batch: Batch, { id, parent, annotation, sources = [] }: NewNode, from: string): void {
  const edited = parentOf(state, batch, from).node
  if (edited.parent === null) throw new VersionOfRoot(from)
  if (edited.annotation !== annotation) throw new VersionElsewhere(id, from)
  const above = [...sources.map(({ node }) => node), ...(edited.parent === parent ? [] : [id])]
  const revision = ++batch.revision
  for (const [target, edges] of batch.edges)
    for (const edge of edges) {
      if (edge.type !== 'continuation') continue
      if (!edge.sources.some(({ node, role }) => node === from && role === 'primary')) continue
      for (const node of above) if (comesFrom(batch.edges, node, target)) throw new Cycle(target, node)
      edge.sources.push({ node: id, role: 'primary', revision })
    }
}

function parentOf(state: State, batch: Batch, id: string): HeldNode {
  const held = batch.nodes.get(id) ?? state.nodes.get(id)
  if (!held) throw new NodeNotFound(id)
  if (held.node.conversation !== batch.conversation) throw new ForeignParent(id)
  return held
}

function freeShortId(id: string, taken: ReadonlySet<string>): string {
  for (const short of shortIds(id, taken.size)) if (!taken.has(short)) return short
  throw new DuplicateId('node', id)
}

function addKey(state: State, batch: Batch, key: string, node: string): void {
  const full = `${batch.conversation}\n${key}`
  if (state.keys.has(full) || batch.keys.has(full)) throw new DuplicateId('key', key)
  batch.keys.set(full, node)
}

function moveHead(state: State, id: string, conversation: string, head: string | null): void {
  const branch = state.branches.get(id)
  if (branch?.conversation !== conversation) throw new BranchNotFound(id)
  state.branches.set(id, { ...branch, head })
}

function checkNames(state: State, conversation: string, branches: readonly Branch[]): void {
  const there = [...state.branches.values()].filter((branch) => branch.conversation === conversation)
  for (const { id, name } of branches)
    if (there.some((branch) => branch.name === name && branch.id !== id)) throw new BranchNameTaken(name)
}
