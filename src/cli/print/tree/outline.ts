/** A tree by numbers: nodes count from 0 in the order in which they were written, so that a parent comes before its children. */
export interface Outline {
  /** The parent of each; -1 for the top. */
  readonly parents: Int32Array
  /** The children of each that have any. */
  readonly children: ReadonlyMap<number, readonly number[]>
  /** How many nodes there are below each, at any depth. */
  readonly below: Int32Array
}

/** The outline of what hangs below a top: its parents as numbers, each smaller than its child's; -1 for the top alone. */
export function outlineOf(parents: Int32Array): Outline {
  const children = new Map<number, number[]>()
  const below = new Int32Array(parents.length)
  for (let node = 1; node < parents.length; node++) {
    const parent = parents[node] ?? 0
    const known = children.get(parent)
    if (known) known.push(node)
    else children.set(parent, [node])
  }
  for (let node = parents.length - 1; node > 0; node--) {
    const parent = parents[node] ?? 0
    below[parent] = (below[parent] ?? 0) + (below[node] ?? 0) + 1
  }
  return { parents, children, below }
}

/** All nodes, from one outwards: its parent and children first, then theirs. */
export function* outwards({ parents, children }: Outline, from: number): Generator<number, void> {
  const met = new Set([from])
  for (const node of met) {
    yield node
    const parent = parents[node] ?? -1
    if (parent >= 0) met.add(parent)
    for (const child of children.get(node) ?? []) met.add(child)
  }
}

/** What gives a tree its shape, from the top down, level by level: nodes with several children, those children, and the ends. */
export function* landmarks({ children }: Outline): Generator<number, void> {
  let level = [0]
  while (level.length > 0) {
    const next: number[] = []
    for (const start of level) {
      yield start
      const end = endOfRun(children, start)
      yield end
      for (const child of children.get(end) ?? []) next.push(child)
    }
    level = next
  }
}

/** Where a run of single children ends: at a node with several, or with none. */
function endOfRun(children: Outline['children'], start: number): number {
  for (let at = start; ; ) {
    const [only, ...more] = children.get(at) ?? []
    if (only === undefined || more.length > 0) return at
    at = only
  }
}
