import { landmarks, type Outline, outwards } from './outline.ts'

/** What is to be seen of a tree. */
export interface View {
  /** At most so many lines; at least 3, as many as one node takes with what is above and below it. */
  readonly lines: number
  /** Nodes further away than this from the top, or from `focus` where `around` says so, are not shown. */
  readonly depth?: number
  /** The node that matters most. */
  readonly focus: number
  /** Shows what is near the focus, and nothing else as long as there is more of that. */
  readonly around: boolean
  /** Others that matter, the most important first. */
  readonly marked: readonly number[]
}

/** The nodes to show, and how many lines they take with what is said about the rest. */
export interface Choice {
  readonly shown: ReadonlySet<number>
  readonly lines: number
}

/**
 * As many nodes as fit into the lines, the most telling first: the top, the focus, marked ones, what is near the focus, and what
 * gives the tree its shape. Where two of them part, that node is shown too.
 */
export function choose(outline: Outline, view: View): Choice {
  const order = [...upTo(candidates(outline, view), view.lines)]
  let least = 1
  let most = order.length
  while (least < most) {
    const half = Math.ceil((least + most) / 2)
    if (complete(outline, order.slice(0, half)).lines <= view.lines) least = half
    else most = half - 1
  }
  return complete(outline, order.slice(0, least))
}

/** The first so many different nodes. */
function* upTo(nodes: Iterable<number>, count: number): Generator<number, void> {
  const met = new Set<number>()
  for (const node of nodes) {
    if (met.size >= count) return
    if (met.has(node)) continue
    met.add(node)
    yield node
  }
}

function* candidates(outline: Outline, view: View): Generator<number, void> {
  const { focus, depth, around, marked, lines } = view
  const near = outwards(outline, focus)
  const isNear = depth === undefined ? undefined : within(outline, around ? focus : 0, depth)
  const visible = (node: number): boolean => isNear === undefined || isNear.has(node)
  if (visible(focus)) yield focus
  if (!around) yield 0
  if (around) return yield* filter(near, visible)
  yield* filter(first(near, Math.floor(lines / 8)), visible)
  yield* filter(marked.slice(0, Math.ceil(lines / 3)), visible)
  yield* filter(alternate(landmarks(outline), near), visible)
}

function* filter(nodes: Iterable<number>, keep: (node: number) => boolean): Generator<number, void> {
  for (const node of nodes) if (keep(node)) yield node
}

function* first(nodes: Iterator<number>, count: number): Generator<number, void> {
  for (let taken = 0; taken < count; taken++) {
    const { value, done } = nodes.next()
    if (done === true) return
    yield value
  }
}

function* alternate(one: Iterator<number>, other: Iterator<number>): Generator<number, void> {
  const sides = [one, other]
  while (sides.length > 0) {
    for (const side of [...sides]) {
      const { value, done } = side.next()
      if (done === true) sides.splice(sides.indexOf(side), 1)
      else yield value
    }
  }
}

/** The nodes at most so many steps away. */
function within({ parents, children }: Outline, from: number, steps: number): ReadonlySet<number> {
  const met = new Set([from])
  let rim = [from]
  for (let step = 0; step < steps && rim.length > 0; step++) {
    rim = rim
      .flatMap((node) => [parents[node] ?? -1, ...(children.get(node) ?? [])])
      .filter((node) => node >= 0 && !met.has(node))
    for (const node of rim) met.add(node)
  }
  return met
}

/** The nodes with those at which they part, and the lines all of that takes. */
function complete({ parents, children }: Outline, nodes: readonly number[]): Choice {
  const shown = new Set(nodes)
  const above = ancestry(parents, nodes)
  /** How many of a node's children have something shown, at or below them. */
  const ways = new Int32Array(parents.length)
  let lines = 0
  for (let node = parents.length - 1; node >= 0; node--) {
    if (above[node] === 0) continue
    const met = ways[node] ?? 0
    const parent = parents[node] ?? -1
    if (parent >= 0) ways[parent] = (ways[parent] ?? 0) + 1
    if (met > 1) shown.add(node)
    if (shown.has(node) && met < (children.get(node)?.length ?? 0)) lines++
  }
  for (const node of shown) if ((parents[node] ?? -1) >= 0 && !shown.has(parents[node] ?? -1)) lines++
  return { shown, lines: shown.size + lines }
}

/** 1 for the nodes and everything above them, 0 for the rest. */
function ancestry(parents: Int32Array, nodes: readonly number[]): Uint8Array {
  const above = new Uint8Array(parents.length)
  for (const start of nodes) for (let at = start; at >= 0 && above[at] === 0; at = parents[at] ?? -1) above[at] = 1
  return above
}
