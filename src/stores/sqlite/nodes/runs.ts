import type { Link, Tree } from './tree.ts'

/** Nodes of one line whose keys follow one another without a gap: all nodes with keys between these two. */
export interface Run {
  readonly top: Link
  readonly bottom: Link
}

/** The largest key of a list of nodes that is not above this one; undefined where all are. */
export type Nearest = (key: number) => number | undefined

/**
 * The lowest node from a node up to a depth that is on a list of nodes, which may be long and mostly of other lines: the
 * line skips what the list does not hold, and the list what is not on the line.
 */
export function nextOnLine(tree: Tree, from: Link, topDepth: number, nearest: Nearest): Link | undefined {
  for (let at = from; ; ) {
    const key = nearest(at.key)
    const next = key === undefined ? undefined : tree.atMost(at, key)
    if (!next || next.depth < topDepth) return undefined
    if (next.key === key) return next
    at = next
  }
}

/**
 * The runs of a line, from a node up to a depth, that end in a node of the list, lowest first. Every node of the list that
 * is on the line is in one of them, and whatever has a key in a run is on the line.
 */
export function* runsOnLine(tree: Tree, from: Link, topDepth: number, nearest: Nearest): Generator<Run, void> {
  for (let at: Link | undefined = from; at && at.depth >= topDepth; ) {
    const bottom = nextOnLine(tree, at, topDepth, nearest)
    if (!bottom) return
    const offset = bottom.key - bottom.depth
    const top = tree.highest(bottom, ({ key, depth }) => depth >= topDepth && key - depth === offset)
    yield { top, bottom }
    at = top.parent === null ? undefined : tree.link(top.parent)
  }
}
