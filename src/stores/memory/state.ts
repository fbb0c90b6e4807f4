import type { Digest } from '../../core/content/digest.ts'
import type { Agent, Conversation } from '../../history/conversation.ts'
import type { Derived } from '../../history/derive.ts'
import type { Branch, Node } from '../../history/node.ts'
import { NodeNotFound } from '../errors.ts'
import type { Mark, StoredPlan } from '../store.ts'

/** A node with what its children take over. */
export interface HeldNode {
  readonly node: Node
  readonly derived: Derived<string>
}

/** Everything a memory store holds, by id. Contents and documents are canonical JSON. */
export interface State {
  readonly conversations: Map<string, Conversation>
  readonly branches: Map<string, Branch>
  readonly nodes: Map<string, HeldNode>
  /** Node ids by conversation and import key, joined by a line break. */
  readonly keys: Map<string, string>
  readonly contents: Map<Digest, string>
  readonly documents: Map<Digest, string>
  readonly marks: Mark[]
  readonly plans: Map<string, StoredPlan>
  readonly agents: Map<string, Agent>
}

/** A store with nothing in it. */
export function emptyState(): State {
  return {
    conversations: new Map(),
    branches: new Map(),
    nodes: new Map(),
    keys: new Map(),
    contents: new Map(),
    documents: new Map(),
    marks: [],
    plans: new Map(),
    agents: new Map(),
  }
}

/** The node, or `NodeNotFound`. */
export function heldNode(state: State, id: string): HeldNode {
  const held = state.nodes.get(id)
  if (!held) throw new NodeNotFound(id)
  return held
}

/** The nodes from the root to the head. */
export function pathTo(state: State, head: string): Node[] {
  const path: Node[] = []
  for (let id: string | null = head; id !== null; ) {
    const { node }: HeldNode = heldNode(state, id)
    path.push(node)
    id = node.parent
  }
  return path.reverse()
}
