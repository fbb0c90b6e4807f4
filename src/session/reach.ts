import type { Measure } from '../core/content/measure.ts'
import type { HistoryStrategy } from '../core/plan-input.ts'
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
}

/** Extra nodes read in the first attempt, so that a second is rare. */
const slack = 32

/**
 * The blocks of the path that the strategy can reach under the limit, oldest first and apart from each other. No block
 * begins or ends inside an atom, and what lies between two blocks can never fit.
 */
export async function readWithinReach(reading: Reading): Promise<ReadNode[][]> {
  const { request, head } = reading
  const { strategy, limit, minimumRecentNodes } = request
  if (strategy === 'stopAtLimit' || (await totalSize(reading)) <= limit) return [await read(reading, 0, head.depth)]
  const blocks =
    strategy === 'truncateMiddle'
      ? [
          await beginning(reading),
          await ending(reading, (nodes) => nodes.length > minimumRecentNodes, minimumRecentNodes + slack),
        ]
      : [await ending(reading, (nodes) => sizeOf(nodes, request) >= limit, await nodesOfSize(reading, limit))]
  const human = head.newestHuman === undefined ? undefined : await reading.store.node(head.newestHuman)
  if (human) blocks.push(await read(reading, human.depth, human.depth))
  return merge(blocks)
}

/** Whether a node has anything to send. */
export function isSendable(node: ReadNode): boolean {
  return !node.excluded && !node.empty && !node.unmatched
}

async function read({ store, measure, request, head }: Reading, from: number, to: number): Promise<ReadNode[]> {
  const nodes = await store.path(head.id, from, to, measure)
  const marked = await store.marked(head.id, from, to, measure, request.markRevision)
  const excluded = new Set(marked.filter(({ kind }) => kind === 'excluded').map(({ id }) => id))
  return nodes.map((node) => ({ ...node, excluded: excluded.has(node.id) }))
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
    const missing = request.limit - sizeOf(nodes.filter(isSendable), request)
    const next = to < head.depth ? (await store.path(head.id, to + 1, to + 1, measure))[0] : undefined
    const isInAtom = next?.atom !== undefined && nodes.some(({ id }) => id === next.atom)
    if (to === head.depth || (missing <= 0 && !isInAtom)) return nodes
    size += Math.max(0, missing)
    extra *= 2
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
    if (isEnough(whole.filter(isSendable))) return whole
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
