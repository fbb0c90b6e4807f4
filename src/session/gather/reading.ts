import type { Measure } from '../../core/content/measure.ts'
import type { HistoryStrategy } from '../../core/plan-input.ts'
import type { Node, PathNode } from '../../history/node.ts'
import type { Route } from '../../history/route.ts'
import type { Paths } from '../../stores/store.ts'
import type { Compacted } from './compacted/compacted.ts'

/** The id of a question that is planned for without being said. */
export const questionId = 'question'

/** A stretch of the history that the branch's previous plan left out, and what it took. */
export interface Cut {
  readonly from: string
  readonly to: string
  readonly count: number
  readonly size: number
}

/** What is asked of a path: how much of it planning can use, and as of which marks. */
export interface HistoryRequest {
  readonly route: Route
  readonly limit: number
  /** What each node costs besides its content. */
  readonly perNode: number
  readonly strategy: HistoryStrategy
  readonly minimumRecentNodes: number
  /** The marks and prunes that held: all up to this revision. */
  readonly revision: number
  /** What a result costs that has to be filled in for a call without one. */
  readonly fillerSize: number
  /** Notes that are sent, because the request names them. */
  readonly annotations: readonly string[]
  /** What the previous plan left out, oldest first; all the rest is read. Null: there is none, and what can fit is read. */
  readonly cuts: readonly Cut[] | null
  /** What summaries are sent for, in order and apart: it is not read either. Default: nothing. */
  readonly compacted?: readonly Compacted[]
  /** White space is sent like any other text, as in a buffer. */
  readonly blanksCount: boolean
}

/** A node that was read, and whether a person excluded it or pruned it. */
export interface ReadNode extends PathNode {
  readonly excluded: boolean
  readonly pruned: boolean
}

/** A node with its place on the path. */
export type PlacedNode = Node & Pick<PathNode, 'position'>

/** A path that is being read. */
export interface Reading {
  readonly store: Paths
  readonly measure: Measure
  readonly request: HistoryRequest
  readonly head: PlacedNode
  /** The newest node a person wrote that can be sent. */
  readonly human: PlacedNode | undefined
}

/** Whether a node has anything to send. */
function isSendable(node: ReadNode, { blanksCount }: HistoryRequest): boolean {
  return !node.excluded && !node.pruned && (!node.empty || (blanksCount && !node.gone)) && !node.unmatched
}

/**
 * The newest node a person wrote on the path that can be sent: those that are kept out are passed over. Nodes know the
 * newest above them by way of their parents, so a path with detours is looked through line by line.
 */
export async function newestHuman(reading: Omit<Reading, 'human'>): Promise<PlacedNode | undefined> {
  const { store, request, head } = reading
  const { route } = request
  const tops = await store.positions(
    route,
    route.detours.map(({ at }) => at),
  )
  let bottom: Node | undefined = head
  for (const detour of [...route.detours, undefined]) {
    const found = bottom && (await newestOnLine(reading, bottom, detour === undefined ? 0 : (tops.get(detour.at) ?? 0)))
    if (found) return found
    bottom = detour && (await store.node(detour.to))
  }
  return undefined
}

async function newestOnLine(
  { store, measure, request: { route, revision } }: Omit<Reading, 'human'>,
  bottom: Node,
  top: number,
): Promise<PlacedNode | undefined> {
  for (let id = bottom.newestHuman; id !== undefined; ) {
    const position = (await store.positions(route, [id])).get(id)
    const node = await store.node(id)
    if (!node || position === undefined || position < top) return undefined
    const marked = await store.marked(route, position, position, measure, revision)
    if (!node.unmatched && !node.gone && marked.length === 0) return { ...node, position }
    id = node.parent === null ? undefined : (await store.node(node.parent))?.newestHuman
  }
  return undefined
}

/**
 * The nodes between two positions, both included, with the marks and prunes that held. To exclude one node of an atom is
 * to exclude the atom.
 */
export async function read({ store, measure, request }: Reading, from: number, to: number): Promise<ReadNode[]> {
  const { route, revision } = request
  const nodes = await withVersions(store, measure, route, await store.path(route, from, to, measure))
  const marked = await store.marked(route, from, to, measure, revision)
  const excluded = new Set(marked.filter(({ kind }) => kind === 'excluded').map(({ id }) => id))
  const pruned = new Set(marked.filter(({ kind }) => kind === 'pruned').map(({ id }) => id))
  const atoms = new Set(nodes.flatMap(({ id, atom }) => (atom !== undefined && excluded.has(id) ? [atom] : [])))
  return nodes.map((node) => ({
    ...node,
    excluded: excluded.has(node.id) || (node.atom !== undefined && atoms.has(node.atom)),
    pruned: pruned.has(node.id),
  }))
}

/** What belongs to an atom whose first node has a version on this route belongs to that of the version. */
async function withVersions(
  store: Paths,
  measure: Measure,
  route: Route,
  nodes: readonly PathNode[],
): Promise<readonly PathNode[]> {
  if (route.detours.length === 0) return nodes
  const ids = new Set(nodes.map(({ id }) => id))
  const away = new Set(nodes.flatMap(({ atom }) => (atom === undefined || ids.has(atom) ? [] : [atom])))
  const there = await store.positions(route, [...away])
  const versions = new Map<string, string>()
  for (const atom of away) {
    const opener = there.has(atom) ? undefined : await store.node(atom)
    const [version] = opener ? await store.path(route, opener.depth, opener.depth, measure) : []
    if (version) versions.set(atom, version.atom ?? version.id)
  }
  return nodes.map((node) => {
    const atom = node.atom === undefined ? undefined : versions.get(node.atom)
    return atom === undefined ? node : { ...node, atom }
  })
}

/** The nodes that have something to send. */
export function sendable(nodes: readonly ReadNode[], { request }: Reading): ReadNode[] {
  return nodes.filter((node) => isSendable(node, request))
}

/** What nodes take together. */
export function sizeOf(nodes: readonly ReadNode[], { perNode }: HistoryRequest): number {
  return nodes.reduce((sum, { size }) => sum + size + perNode, 0)
}
