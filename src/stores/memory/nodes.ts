import { derive } from '../../history/derive.ts'
import type { Branch, Node } from '../../history/node.ts'
import { nodeHash } from '../../history/node-hash.ts'
import { shortIds } from '../../history/short-id.ts'
import {
  BranchNameTaken,
  BranchNotFound,
  ConversationNotFound,
  DuplicateId,
  ForeignParent,
  NodeNotFound,
  SecondRoot,
} from '../errors.ts'
import type { Conversations, NewNode } from '../store.ts'
import { put } from './contents.ts'
import { type HeldNode, heldNode, type State } from './state.ts'

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
        shortIds: new Set(siblings.map(({ node }) => node.shortId)),
        hasRoot: siblings.some(({ node }) => node.parent === null),
      }
      const written = nodes.map((node) => addNode(state, batch, node))
      if (branch !== undefined && nodes.length > 0) moveHead(state, branch, conversation, written.at(-1)?.id ?? null)
      checkNames(state, conversation, branches)
      for (const [id, held] of batch.nodes) state.nodes.set(id, held)
      for (const [digest, json] of batch.contents) state.contents.set(digest, json)
      for (const [key, id] of batch.keys) state.keys.set(key, id)
      for (const each of branches)
        state.branches.set(each.id, { ...(state.branches.get(each.id) ?? each), head: each.head })
      return written
    },
    imported: async (conversation, keys) => {
      if (!state.conversations.has(conversation)) throw new ConversationNotFound(conversation)
      const found = keys.map((key) => [key, state.keys.get(`${conversation}\n${key}`)] as const)
      return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
    mark: async (nodes, kind, on, at) => {
      for (const id of nodes) heldNode(state, id)
      for (const node of nodes) state.marks.push({ revision: state.marks.length + 1, node, kind, on, at })
      return state.marks.length
    },
  }
}

interface Batch {
  readonly conversation: string
  readonly nodes: Map<string, HeldNode>
  readonly contents: Map<string, string>
  readonly keys: Map<string, string>
  /** All that are taken in the conversation. */
  readonly shortIds: Set<string>
  hasRoot: boolean
}

function addNode(state: State, batch: Batch, { id, parent, author, authorId, parts, createdAt, key }: NewNode): Node {
  const { conversation } = batch
  const above = parent === null ? null : parentOf(state, batch, parent)
  if (above === null && batch.hasRoot) throw new SecondRoot(id, conversation)
  if (state.nodes.has(id) || batch.nodes.has(id)) throw new DuplicateId('node', id)
  const derived = derive(id, { author, parts }, above?.derived ?? null)
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
    hash: nodeHash({ content, parentHash: above?.node.hash ?? null, author, authorId, createdAt }),
    createdAt,
    ...(derived.atom === null ? {} : { atom: derived.atom }),
    ...(derived.newestHuman === null ? {} : { newestHuman: derived.newestHuman }),
    empty: derived.empty,
    unmatched: derived.unmatched,
    openCalls: derived.open.length,
  }
  if (key !== undefined) addKey(state, batch, key, id)
  batch.hasRoot = true
  batch.shortIds.add(shortId)
  batch.nodes.set(id, { node, derived })
  return node
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
