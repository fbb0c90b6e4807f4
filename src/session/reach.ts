import type { Measure } from '../core/content/measure.ts'
import type { HistoryStrategy } from '../core/plan-input.ts'
import { openForNodes } from '../history/derive.ts'
import type { Node, PathNode } from '../history/node.ts'
import type { Paths } from '../stores/store.ts'

/** What is asked of a path: how much of it planning can use, and as of which marks. */
export interface HistoryRequest {
  readonly head: string
  readonly limit: number
  /** What each node costs besides its content. */
  readonly perNode: number
  readonly strategy: HistoryStrategy
  readonly minimumRecentNodes: number
  readonly markRevision: number
  /** What a result costs that has to be filled in for a call without one. */
  readonly fillerSize: number
  /** White space is sent like any other text, as in a buffer. */
  readonly blanksCount: boolean
}

/** A node that was read, and whether a person excluded it. */
export interface ReadNode extends PathNode {
  readonly excluded: boolean
}

/** A path that is being read. */
export interface Reading {
  readonly store: Paths
  readonly measure: Measure
  readonly request: HistoryRequest
  readonly head: Node
  /** The newest node a person wrote that can be sent. */
  readonly human: Node | undefined
}

/** Extra nodes read in the first attempt, so that a second is rare. */
const slack = 32

/**
 * The blocks of the path that the strategy can reach under the limit, oldest first and apart from each other. No block
 * begins or ends inside an atom, and what lies between two blocks can never fit.
 */
export async function readWithinReach(reading: Reading): Promise<ReadNode[][]> {
  const { request, head, human } = reading
  const { strategy, limit, minimumRecentNodes } = request
  if (strategy === 'stopAtLimit' || (await totalSize(reading)) <= limit) return [await read(reading, 0, head.depth)]
  const blocks =
    strategy === 'truncateMiddle'
      ? [
          await beginning(reading),
          await ending(reading, (nodes) => nodes.length > minimumRecentNodes, minimumRecentNodes + slack),
        ]
      : [await ending(reading, (nodes) => sizeOf(nodes, request) >= limit, await nodesOfSize(reading, limit))]
  if (human) blocks.push(await around(reading, human))
  return merge(blocks)
}

/** Whether a node has anything to send. */
function isSendable(node: ReadNode, { blanksCount }: HistoryRequest): boolean {
  return !node.excluded && (!node.empty || blanksCount) && !node.unmatched
}

/** The newest node a person wrote on the path to the head that can be sent: excluded ones are passed over. */
export async function newestHuman(reading: Omit<Reading, 'human'>): Promise<Node | undefined> {
  const { store, measure, request, head } = reading
  for (let id = head.newestHuman; id !== undefined; ) {
    const node = await store.node(id)
    if (!node) return undefined
    const marked = await store.marked(head.id, node.depth, node.depth, measure, request.markRevision)
    if (!node.unmatched && marked.every(({ kind }) => kind !== 'excluded')) return node
    id = node.parent === null ? undefined : (await store.node(node.parent))?.newestHuman
  }
  return undefined
}

async function read({ store, measure, request, head }: Reading, from: number, to: number): Promise<ReadNode[]> {
  const nodes = await store.path(head.id, from, to, measure)
  const marked = await store.marked(head.id, from, to, measure, request.markRevision)
  const excluded = new Set(marked.filter(({ kind }) => kind === 'excluded').map(({ id }) => id))
  const atoms = new Set(nodes.flatMap(({ id, atom }) => (atom !== undefined && excluded.has(id) ? [atom] : [])))
  return nodes.map((node) => ({
    ...node,
    excluded: excluded.has(node.id) || (node.atom !== undefined && atoms.has(node.atom)),
  }))
}

async function totalSize({ store, measure, request, head }: Reading): Promise<number> {
  const [last] = await store.path(head.id, head.depth, head.depth, measure)
  return (last?.total ?? 0) + request.perNode * (head.depth + 1)
}

/** How many of the newest nodes make up the size, with some to spare. */
async function nodesOfSize(reading: Reading, size: number): Promise<number> {
  const { store, measure, request, head } = reading
  const from = await store.depthOfSize(head.id, (await totalSize(reading)) - size, request.perNode, measure)
  return head.depth - from + slack
}

/** From the root on until the limit is filled, to the end of the last atom. */
async function beginning(reading: Reading): Promise<ReadNode[]> {
  const { store, measure, request, head } = reading
  let size = request.limit
  let extra = slack
  for (;;) {
    const to = Math.min(head.depth, (await store.depthOfSize(head.id, size, request.perNode, measure)) + extra)
    const nodes = await read(reading, 0, to)
    const missing = request.limit - sizeOf(sendable(nodes, reading), request)
    if (to === head.depth || (missing <= 0 && !(await endsInAtom(reading, nodes)))) return nodes
    size += Math.max(0, missing)
    extra *= 2
  }
}

/** Whether an atom of the nodes goes on behind them, past whatever stands between. */
async function endsInAtom({ store, measure, head }: Reading, nodes: readonly ReadNode[]): Promise<boolean> {
  const last = nodes.at(-1)
  if (!last || last.openCalls === 0) return false
  const atoms = new Set(nodes.map(({ atom }) => atom))
  const behind = await store.path(head.id, last.depth + 1, Math.min(head.depth, last.depth + openForNodes), measure)
  return behind.some(({ atom }) => atom !== undefined && atoms.has(atom))
}

/** The newest input with what the atoms around it hold together. */
async function around(reading: Reading, human: Node): Promise<ReadNode[]> {
  const { head } = reading
  for (let count = human.openCalls === 0 ? 0 : slack; ; count *= 2) {
    const from = Math.max(0, human.depth - count)
    const nodes = await read(reading, from, Math.min(head.depth, human.depth + count))
    if (count === 0) return nodes
    const whole = from === 0 ? nodes : fromAtomStart(nodes)
    const isCovered = (whole[0]?.depth ?? head.depth + 1) <= human.depth
    if (isCovered && (nodes.at(-1)?.id === head.id || !(await endsInAtom(reading, nodes)))) return whole
  }
}

/** The newest nodes until there are enough of them that can be sent, from the beginning of an atom. */
async function ending(
  reading: Reading,
  isEnough: (nodes: readonly ReadNode[]) => boolean,
  guess: number,
): Promise<ReadNode[]> {
  const { depth } = reading.head
  for (let count = guess; ; count *= 2) {
    const nodes = await read(reading, Math.max(0, depth - count + 1), depth)
    if (count > depth) return nodes
    const whole = fromAtomStart(nodes)
    if (isEnough(sendable(whole, reading))) return whole
  }
}

/** Without the nodes at the start whose atom, or that of a later node, began before what was read. */
function fromAtomStart(nodes: readonly ReadNode[]): ReadNode[] {
  const depths = new Map(nodes.map(({ id, depth }) => [id, depth]))
  let start = nodes.length
  let earliest = Number.POSITIVE_INFINITY
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at] as ReadNode
    earliest = Math.min(earliest, node.atom === undefined ? node.depth : (depths.get(node.atom) ?? -1))
    if (earliest >= node.depth) start = at
  }
  return nodes.slice(start)
}

function sendable(nodes: readonly ReadNode[], { request }: Reading): ReadNode[] {
  return nodes.filter((node) => isSendable(node, request))
}

function sizeOf(nodes: readonly ReadNode[], { perNode }: HistoryRequest): number {
  return nodes.reduce((sum, { size }) => sum + size + perNode, 0)
}

/** Joins blocks that overlap or touch. */
function merge(blocks: readonly ReadNode[][]): ReadNode[][] {
  const byDepth = new Map<number, ReadNode>()
  for (const block of blocks) for (const node of block) byDepth.set(node.depth, node)
  const merged: ReadNode[][] = []
  for (const node of [...byDepth.values()].sort((a, b) => a.depth - b.depth)) {
    const last = merged.at(-1)
    if (last?.at(-1)?.depth === node.depth - 1) last?.push(node)
    else merged.push([node])
  }
  return merged
}
