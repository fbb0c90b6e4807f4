import type { AuthorType } from '../../core/content/part.ts'

/** A node of a path as far as a range is chosen by it. */
export interface RangeNode {
  readonly position: number
  readonly author: AuthorType
  /** How many calls wait for their results behind it: nothing is parted there. */
  readonly openCalls: number
  /** What it takes when it is sent; 0 where it is not. */
  readonly size: number
}

/** From one position to another, both included. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** What is wanted, by positions. */
export interface RangeWish {
  readonly from?: number
  readonly to?: number
  /** How many of the last atoms stay; at least 1. */
  readonly keepLast: number
  /** What the last atoms that stay may take together with what stands before the range. Default: however much they are. */
  readonly keepSize?: number
  /** Where the newest input is. */
  readonly newestInput?: number
  /** What is compacted already, in order and apart. */
  readonly compacted: readonly Range[]
}

/** Why there is no range. */
export type NoRange = 'nothing-to-compact' | 'already-compacted' | 'holds-newest'

/**
 * The range that a compaction takes, whole atoms. By default everything behind the first pair (the task and the first answer) up to the
 * last atoms; where the newest input stands among it, the larger side. A range that cuts into one that is compacted already takes
 * all of that; one that adds nothing to it is refused, as is one that names the newest input or the last atom. `nodes` are a part of
 * the path up to its head, and begin at its root or where nothing is parted.
 */
export function chooseRange(nodes: readonly RangeNode[], wish: RangeWish): Range | NoRange {
  const atoms = atomsOf(nodes)
  const last = atoms.at(-1)
  if (!last || (wish.to !== undefined && wish.to >= last.start) || (wish.from !== undefined && wish.from >= last.start))
    return last ? 'holds-newest' : 'nothing-to-compact'
  const start = wish.from === undefined ? endOfFirstPair(atoms, nodes) + 1 : startOf(atoms, wish.from)
  const end = wish.to === undefined ? endBefore(atoms, start, nodes, wish) : endOf(atoms, wish.to)
  const sides = besideNewest({ start, end }, atoms, wish)
  if (sides === 'holds-newest') return sides
  const whole = sides.map((side) => withCompacted(side, wish.compacted)).filter((side) => side.start <= side.end)
  const fresh = whole.filter((side) => !wish.compacted.some((each) => each.start <= side.start && side.end <= each.end))
  const [largest] = fresh.sort((a, b) => sizeOf(nodes, b) - sizeOf(nodes, a) || a.start - b.start)
  return largest ?? (whole.length > 0 ? 'already-compacted' : 'nothing-to-compact')
}

/** The path in pieces that are kept or left out together: between them no call waits for its result. */
function atomsOf(nodes: readonly RangeNode[]): Range[] {
  const atoms: Range[] = []
  let start = nodes[0]?.position ?? 0
  for (const [at, { position, openCalls }] of nodes.entries()) {
    if (openCalls > 0 && at < nodes.length - 1) continue
    atoms.push({ start, end: position })
    start = position + 1
  }
  return atoms
}

/** Where a range ends that leaves the last atoms: at least the last, and as many as there are to stay and have room. */
function endBefore(
  atoms: readonly Range[],
  start: number,
  nodes: readonly RangeNode[],
  { keepLast, keepSize = Number.POSITIVE_INFINITY }: RangeWish,
): number {
  let room = keepSize - sizeOf(nodes, { start: 0, end: start - 1 })
  let first = atoms.length
  for (const atom of atoms.slice(-Math.max(1, keepLast)).reverse()) {
    room -= sizeOf(nodes, atom)
    if (room < 0 && first < atoms.length) break
    first--
  }
  return (atoms[first]?.start ?? 0) - 1
}

function startOf(atoms: readonly Range[], position: number): number {
  return atoms.find(({ end }) => end >= position)?.start ?? position
}

function endOf(atoms: readonly Range[], position: number): number {
  return atoms.find(({ end }) => end >= position)?.end ?? position
}

/** Where the first pair ends: with the atom behind the first that is a person's. Where nobody asked anything, with the first. */
function endOfFirstPair(atoms: readonly Range[], nodes: readonly RangeNode[]): number {
  const first = nodes[0]?.position ?? 0
  const task = nodes.findIndex(({ author, size }) => author === 'human' && size > 0)
  const at = task === -1 ? 0 : atoms.findIndex(({ end }) => end >= first + task) + 1
  return atoms[Math.min(at, atoms.length - 1)]?.end ?? first - 1
}

/** The parts of a range on either side of the newest input. Where one end is named, that on its side. */
function besideNewest(
  range: Range,
  atoms: readonly Range[],
  { from, to, newestInput }: RangeWish,
): Range[] | 'holds-newest' {
  if (newestInput === undefined || newestInput < range.start || newestInput > range.end) return [range]
  if (from === newestInput || to === newestInput || (from !== undefined && to !== undefined)) return 'holds-newest'
  const before = { start: range.start, end: startOf(atoms, newestInput) - 1 }
  const behind = { start: endOf(atoms, newestInput) + 1, end: range.end }
  if (from !== undefined) return [before]
  return to === undefined ? [before, behind] : [behind]
}

function withCompacted(range: Range, compacted: readonly Range[]): Range {
  if (range.start > range.end) return range
  const touched = compacted.filter(({ start, end }) => start <= range.end && range.start <= end)
  return {
    start: Math.min(range.start, ...touched.map(({ start }) => start)),
    end: Math.max(range.end, ...touched.map(({ end }) => end)),
  }
}

function sizeOf(nodes: readonly RangeNode[], { start, end }: Range): number {
  return nodes.reduce((sum, { position, size }) => (position >= start && position <= end ? sum + size : sum), 0)
}
