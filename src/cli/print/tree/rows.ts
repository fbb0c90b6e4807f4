import type { Outline } from './outline.ts'

/** One line of a drawn tree. `prefix` draws how it hangs together; `level` counts from 0, the trunk. */
export type TreeRow =
  | { readonly kind: 'node'; readonly node: number; readonly level: number; readonly prefix: string }
  /** Nodes that are not shown, and in how many branches they are; 0 branches for a stretch between shown nodes. */
  | {
      readonly kind: 'more'
      readonly nodes: number
      readonly branches: number
      readonly level: number
      readonly prefix: string
    }

/**
 * A tree as lines, from the top down. Where it parts, each branch stands indented below that node, and the one that leads to the
 * focus, else the largest, goes on behind them without indentation; so the indentation grows with the logarithm of
 * the number of nodes only. What is not shown is told in a line of its own where it is left out; with `fill`, one node alone takes
 * that line itself.
 */
export function treeRows(
  outline: Outline,
  shown: ReadonlySet<number>,
  focus: number,
  { fill = true }: { readonly fill?: boolean } = {},
): TreeRow[] {
  const parting = partings(outline, shown, focus)
  const rows: TreeRow[] = []
  const waiting: Task[] = []
  const top = Math.min(...shown)
  const skipped = (outline.below[0] ?? 0) - (outline.below[top] ?? 0)
  waiting.push({ kind: 'shown', node: top, skipped, level: 0, isSide: false })
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    const { level, isSide } = task
    if (task.kind === 'hidden') {
      if (fill && task.nodes === 1) {
        rows.push({ kind: 'node', node: task.first, level, prefix: stem(level, isSide) + dot })
        continue
      }
      rows.push({ kind: 'more', nodes: task.nodes, branches: task.branches, level, prefix: gap(level, isSide) })
      continue
    }
    const { node, skipped } = task
    const above = fill && skipped === 1 ? (outline.parents[node] ?? -1) : -1
    if (above >= 0) rows.push({ kind: 'node', node: above, level, prefix: stem(level, isSide) + dot })
    else if (skipped > 0) rows.push({ kind: 'more', nodes: skipped, branches: 0, level, prefix: gap(level, isSide) })
    rows.push({ kind: 'node', node, level, prefix: stem(level, isSide && skipped === 0) + dot })
    waiting.push(...tasksBelow(outline, parting.get(node) ?? [], node, level).reverse())
  }
  return rows
}

type Task =
  | {
      readonly kind: 'shown'
      readonly node: number
      readonly skipped: number
      readonly level: number
      readonly isSide: boolean
    }
  | {
      readonly kind: 'hidden'
      readonly first: number
      readonly nodes: number
      readonly branches: number
      readonly level: number
      readonly isSide: boolean
    }

/** The next shown node behind a child, with how many are skipped in between. */
interface Way {
  readonly child: number
  readonly node: number
}

const dot = '● '

function stem(level: number, isSide: boolean): string {
  return isSide ? `${'│  '.repeat(level - 1)}├─ ` : '│  '.repeat(level)
}

function gap(level: number, isSide: boolean): string {
  return isSide ? stem(level, true) : `${stem(level, false)}┊ `
}

function tasksBelow({ children, below }: Outline, ways: readonly Way[], node: number, level: number): Task[] {
  const hidden = (children.get(node) ?? []).filter((child) => ways.every((way) => way.child !== child))
  const nodes = hidden.reduce((sum, child) => sum + (below[child] ?? 0) + 1, 0)
  const tasks = ways.map(({ child, node: next }, at): Task => {
    const isSide = at < ways.length - 1
    const skipped = (below[child] ?? 0) - (below[next] ?? 0)
    return { kind: 'shown', node: next, skipped, level: isSide ? level + 1 : level, isSide }
  })
  if (nodes === 0) return tasks
  const isSide = ways.length > 0 || hidden.length > 1
  const rest: Task = {
    kind: 'hidden',
    first: hidden[0] ?? node,
    nodes,
    branches: isSide ? hidden.length : 0,
    level: isSide ? level + 1 : level,
    isSide,
  }
  return [...tasks.slice(0, -1), rest, ...tasks.slice(-1)]
}

/** Where the shown nodes part: the ways on from each, in order of writing but for the one to the focus, or the largest, which is last. */
function partings(
  { parents, below }: Outline,
  shown: ReadonlySet<number>,
  focus: number,
): ReadonlyMap<number, readonly Way[]> {
  const found = new Map<number, Way[]>()
  for (const node of [...shown].sort((a, b) => a - b)) {
    let child = node
    let above = parents[child] ?? -1
    while (above >= 0 && !shown.has(above)) {
      child = above
      above = parents[child] ?? -1
    }
    if (above >= 0) found.set(above, [...(found.get(above) ?? []), { child, node }])
  }
  const toFocus = new Set<number>()
  for (let at = focus; at >= 0; at = parents[at] ?? -1) toFocus.add(at)
  for (const [node, ways] of found) {
    const weight = ({ child }: Way): number => (toFocus.has(child) ? Number.POSITIVE_INFINITY : (below[child] ?? 0))
    const trunk = ways.reduce((best, way) => (weight(way) > weight(best) ? way : best))
    found.set(node, [...ways.filter((way) => way !== trunk), trunk])
  }
  return found
}
