import { openForNodes } from '../../history/derive.ts'
import { type Place, without } from './compacted/gaps.ts'
import { readSegment } from './compacted/reach-segment.ts'
import { readFirstPair } from './reach-first-pair.ts'
import { type PlacedNode, type Reading, type ReadNode, read, sendable, sizeOf } from './reading.ts'

/** The blocks of the path between gaps, which are in order and apart: the newest one goes up to the head. Empty ones are left out. */
export async function readBetween(reading: Reading, gaps: readonly Place[]): Promise<ReadNode[][]> {
  const blocks: ReadNode[][] = []
  for (const { start, end } of without({ start: 0, end: reading.head.position }, gaps))
    blocks.push(await read(reading, start, end))
  return blocks
}

/** Extra nodes read in the first attempt, so that a second is rare. */
const slack = 32

/**
 * The blocks of the path that the strategy can reach under the limit, oldest first and apart from each other. No block
 * begins or ends inside an atom, and what lies between two blocks can never fit.
 */
export async function readWithinReach(reading: Reading): Promise<ReadNode[][]> {
  const { request, head, human } = reading
  const { strategy, limit, minimumRecentNodes, compacted = [] } = request
  if (compacted.length > 0) return await readAround(reading, compacted)
  if (strategy === 'stopAtLimit' || (await totalSize(reading)) <= limit) return [await read(reading, 0, head.position)]
  const newest = (): Promise<ReadNode[]> => byNodes(reading, minimumRecentNodes)
  const filling = (): Promise<ReadNode[]> => bySize(reading, limit)
  const blocks =
    strategy === 'truncateMiddle'
      ? [await beginning(reading), await newest()]
      : strategy === 'keepFirstPair'
        ? [await readFirstPair(reading, endsInAtom), await filling()]
        : [await filling()]
  if (human) blocks.push(await around(reading, human))
  return merge(blocks)
}

/** The same for a path of which some stretches are not sent. */
async function readAround(reading: Reading, stretches: readonly Place[]): Promise<ReadNode[][]> {
  const { head, human } = reading
  const blocks: ReadNode[][] = []
  for (const segment of without({ start: 0, end: head.position }, stretches))
    blocks.push(...(await readSegment(reading, segment, { endsInAtom, fromAtomStart })))
  if (human) blocks.push(await around(reading, human))
  const isOut = ({ position }: ReadNode): boolean =>
    stretches.some(({ start, end }) => start <= position && position <= end)
  return merge(blocks.map((block) => block.filter((node) => !isOut(node))))
}

function byNodes(reading: Reading, count: number): Promise<ReadNode[]> {
  return ending(reading, (nodes) => nodes.length > count, count + slack)
}

async function bySize(reading: Reading, size: number): Promise<ReadNode[]> {
  return await ending(reading, (nodes) => sizeOf(nodes, reading.request) >= size, await nodesOfSize(reading, size))
}

async function totalSize({ store, measure, request, head }: Reading): Promise<number> {
  const [last] = await store.path(request.route, head.position, head.position, measure)
  return (last?.total ?? 0) + request.perNode * (head.position + 1)
}

/** How many of the newest nodes make up the size, with some to spare. */
async function nodesOfSize(reading: Reading, size: number): Promise<number> {
  const { store, measure, request, head } = reading
  const from = await store.positionOfSize(request.route, (await totalSize(reading)) - size, request.perNode, measure)
  return head.position - from + slack
}

/** From the root on until the limit is filled, to the end of the last atom. */
async function beginning(reading: Reading): Promise<ReadNode[]> {
  const { store, measure, request, head } = reading
  let size = request.limit
  let extra = slack
  for (;;) {
    const to = Math.min(
      head.position,
      (await store.positionOfSize(request.route, size, request.perNode, measure)) + extra,
    )
    const nodes = await read(reading, 0, to)
    const missing = request.limit - sizeOf(sendable(nodes, reading), request)
    if (to === head.position || (missing <= 0 && !(await endsInAtom(reading, nodes)))) return nodes
    size += Math.max(0, missing)
    extra *= 2
  }
}

/** Whether an atom of the nodes goes on behind them, past whatever stands between. */
async function endsInAtom({ store, measure, request, head }: Reading, nodes: readonly ReadNode[]): Promise<boolean> {
  const last = nodes.at(-1)
  if (!last || last.openCalls === 0) return false
  const atoms = new Set(nodes.map(({ atom }) => atom))
  const behind = await store.path(
    request.route,
    last.position + 1,
    Math.min(head.position, last.position + openForNodes),
    measure,
  )
  return behind.some(({ atom }) => atom !== undefined && atoms.has(atom))
}

/** The newest input with what the atoms around it hold together. */
async function around(reading: Reading, human: PlacedNode): Promise<ReadNode[]> {
  const { head } = reading
  for (let count = human.openCalls === 0 ? 0 : slack; ; count *= 2) {
    const from = Math.max(0, human.position - count)
    const nodes = await read(reading, from, Math.min(head.position, human.position + count))
    if (count === 0) return nodes
    const whole = from === 0 ? nodes : fromAtomStart(nodes)
    const isCovered = (whole[0]?.position ?? head.position + 1) <= human.position
    if (isCovered && (nodes.at(-1)?.id === head.id || !(await endsInAtom(reading, nodes)))) return whole
  }
}

/** The newest nodes until there are enough of them that can be sent, from the beginning of an atom. */
async function ending(
  reading: Reading,
  isEnough: (nodes: readonly ReadNode[]) => boolean,
  guess: number,
): Promise<ReadNode[]> {
  const { position } = reading.head
  for (let count = guess; ; count *= 2) {
    const nodes = await read(reading, Math.max(0, position - count + 1), position)
    if (count > position) return nodes
    const whole = fromAtomStart(nodes)
    if (isEnough(sendable(whole, reading))) return whole
  }
}

/** Without the nodes at the start whose atom, or that of a later node, began before what was read. */
function fromAtomStart(nodes: readonly ReadNode[]): ReadNode[] {
  const positions = new Map(nodes.map(({ id, position }) => [id, position]))
  let start = nodes.length
  let earliest = Number.POSITIVE_INFINITY
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at] as ReadNode
    earliest = Math.min(earliest, node.atom === undefined ? node.position : (positions.get(node.atom) ?? -1))
    if (earliest >= node.position) start = at
  }
  return nodes.slice(start)
}

/** Joins blocks that overlap or touch. */
function merge(blocks: readonly ReadNode[][]): ReadNode[][] {
  const byPosition = new Map<number, ReadNode>()
  for (const block of blocks) for (const node of block) byPosition.set(node.position, node)
  const merged: ReadNode[][] = []
  for (const node of [...byPosition.values()].sort((a, b) => a.position - b.position)) {
    const last = merged.at(-1)
    if (last?.at(-1)?.position === node.position - 1) last?.push(node)
    else merged.push([node])
  }
  return merged
}
