import { type Reading, type ReadNode, read, sendable, sizeOf } from '../reading.ts'
import type { Place } from './gaps.ts'

/** Extra nodes read in the first attempt, so that a second is rare. */
const slack = 32

/** What is asked of the atoms of a path. */
export interface Atoms {
  /** Whether an atom of the nodes goes on behind them. */
  endsInAtom(reading: Reading, nodes: readonly ReadNode[]): Promise<boolean>
  /** Without the nodes at the start whose atom began before. */
  fromAtomStart(nodes: readonly ReadNode[]): ReadNode[]
}

/**
 * What can be reached of a part of the path between summaries: all of it, or as much from each end as fills the limit by
 * itself, so that no strategy comes to what lies between.
 */
export async function readSegment(reading: Reading, segment: Place, atoms: Atoms): Promise<ReadNode[][]> {
  const { strategy, limit } = reading.request
  const base = await sizeUpTo(reading, segment.start - 1)
  const size = (await sizeUpTo(reading, segment.end)) - base
  if (strategy === 'stopAtLimit' || size <= limit) return [await read(reading, segment.start, segment.end)]
  return [await beginning(reading, segment, base, atoms), await ending(reading, segment, base + size, atoms)]
}

/** The size of everything up to and with a position. */
async function sizeUpTo({ store, measure, request }: Reading, position: number): Promise<number> {
  if (position < 0) return 0
  const [node] = await store.path(request.route, position, position, measure)
  return (node?.total ?? 0) + request.perNode * (position + 1)
}

async function beginning(reading: Reading, { start, end }: Place, base: number, atoms: Atoms): Promise<ReadNode[]> {
  const { store, measure, request } = reading
  let size = request.limit
  for (let extra = slack; ; extra *= 2) {
    const filled = await store.positionOfSize(request.route, base + size, request.perNode, measure)
    const to = Math.min(end, filled + extra)
    const nodes = await read(reading, start, to)
    const missing = request.limit - sizeOf(sendable(nodes, reading), request)
    if (to === end || (missing <= 0 && !(await atoms.endsInAtom(reading, nodes)))) return nodes
    size += Math.max(0, missing)
  }
}

async function ending(reading: Reading, { start, end }: Place, top: number, atoms: Atoms): Promise<ReadNode[]> {
  const { store, measure, request } = reading
  const { limit, minimumRecentNodes } = request
  const filled = await store.positionOfSize(request.route, top - limit, request.perNode, measure)
  for (let count = end - filled + slack; ; count *= 2) {
    const from = Math.max(start, end - count + 1)
    const nodes = await read(reading, from, end)
    if (from === start) return nodes
    const whole = atoms.fromAtomStart(nodes)
    const sent = sendable(whole, reading)
    if (sent.length > minimumRecentNodes && sizeOf(sent, request) >= limit) return whole
  }
}
