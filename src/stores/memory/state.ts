import type { Bundle } from '../../bundles/bundle.ts'
import type { Digest } from '../../core/content/digest.ts'
import type { Call } from '../../history/calls/call.ts'
import type { Calibration, Outcome, ReflectionRecord } from '../../history/calls/outcome.ts'
import type { Run } from '../../history/calls/run.ts'
import type { ToolTrace } from '../../history/calls/tool-trace.ts'
import type { Agent, Conversation } from '../../history/conversation.ts'
import type { Derived } from '../../history/derive.ts'
import type { EdgeSource, EdgeType, Selection } from '../../history/edge.ts'
import type { Bookmark, Branch, Node } from '../../history/node.ts'
import type { Prune } from '../../history/prune.ts'
import { NodeNotFound } from '../errors.ts'
import type { MarkKind, StoredPlan } from '../store.ts'

/** A node with what its children take over. */
export interface HeldNode {
  readonly node: Node
  readonly derived: Derived<string>
}

/** One entry of the append-only record of marks; `revision` grows over the whole store. */
interface Mark {
  readonly revision: number
  readonly node: string
  readonly kind: MarkKind
  readonly on: boolean
  readonly at: number
}

/** A source as it is held: `revision` is 0 for one that its edge was made with together with its node. */
export interface HeldSource extends EdgeSource {
  readonly revision: number
}

/** An edge as it is held; the revision of one that was made with its node is that of a note, else 0. */
export interface HeldEdge {
  readonly type: EdgeType
  readonly revision: number
  readonly sources: HeldSource[]
}

/** A prune as it is held, with all that it covers. `restored` is the revision at which it was undone. */
export interface HeldPrune extends Prune {
  readonly conversation: string
  readonly revision: number
  readonly covered: ReadonlySet<string>
  restored?: number
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
  /** The last revision. */
  revision: number
  readonly marks: Mark[]
  /** The edges into nodes, by target, the one made with it first; a root has none. */
  readonly edges: Map<string, HeldEdge[]>
  /** By branch. */
  readonly selections: Map<string, ReadonlyMap<string, Selection>>
  readonly prunes: HeldPrune[]
  readonly bookmarks: Map<string, Bookmark>
  /** By node. */
  readonly tags: Map<string, ReadonlySet<string>>
  readonly visits: Map<string, number>
  readonly plans: Map<string, StoredPlan>
  readonly agents: Map<string, Agent>
  readonly bundles: Map<string, Bundle>
  readonly runs: Map<string, Run>
  readonly calls: Map<string, Call>
  /** By call and call id, joined by a line break, in the order in which they were first put. */
  readonly toolTraces: Map<string, ToolTrace>
  readonly outcomes: Map<string, Outcome>
  /** By call. */
  readonly reflections: Map<string, ReflectionRecord>
  readonly calibrations: Calibration[]
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
    revision: 0,
    marks: [],
    edges: new Map(),
    selections: new Map(),
    prunes: [],
    bookmarks: new Map(),
    tags: new Map(),
    visits: new Map(),
    plans: new Map(),
    agents: new Map(),
    bundles: new Map(),
    runs: new Map(),
    calls: new Map(),
    toolTraces: new Map(),
    outcomes: new Map(),
    reflections: new Map(),
    calibrations: [],
  }
}

/** The node, or `NodeNotFound`. */
export function heldNode(state: State, id: string): HeldNode {
  const held = state.nodes.get(id)
  if (!held) throw new NodeNotFound(id)
  return held
}

/** Takes the next revision. */
export function nextRevision(state: State): number {
  state.revision++
  return state.revision
}
