import { sourceRoles } from '../nodes/node-row.ts'
import { runsOnLine } from '../nodes/runs.ts'
import type { Link, Tree } from '../nodes/tree.ts'
import type { EdgeRows } from './edge-rows.ts'

/**
 * Whether a node comes from another, or is that one, through any edges and any of their sources. It costs a few look-ups
 * for each place where more than a parent leads to a node, and nothing for the nodes between.
 */
export function comesFrom(tree: Tree, edges: EdgeRows, node: Link, above: Link): boolean {
  const seen = new Set<number>([node.key])
  for (const key of seen) {
    const bottom = tree.link(key)
    if (tree.isAbove(bottom, above)) return true
    for (const role of sourceRoles)
      for (const run of runsOnLine(tree, bottom, 0, edges.nearest(bottom.conversation, role)))
        for (const { source } of edges.between(bottom.conversation, role, run.top.key, run.bottom.key)) seen.add(source)
  }
  return false
}
