import { CycleInPath, detourOf, type TreeView, wayInto } from '../../../history/resolve-path.ts'
import type { Detour, Route } from '../../../history/route.ts'
import type { Paths } from '../../store.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import { nextOnLine } from '../nodes/runs.ts'
import type { Link, Tree } from '../nodes/tree.ts'
import type { Revisions } from '../revisions.ts'
import type { EdgeRows } from './edge-rows.ts'
import type { Selections } from './selections.ts'

/** What resolving paths needs. */
export interface RouteParts {
  readonly tree: Tree
  readonly edges: EdgeRows
  readonly selections: Selections
  readonly revisions: Revisions
}

/** How many routes are remembered; those of long ago are resolved again. */
const remembered = 256

/**
 * Resolves paths. Only nodes to which more leads than the parent they were made with are looked at, and of these only the
 * ones on the path.
 */
export function routes(
  connection: Connection,
  { tree, edges, selections, revisions }: RouteParts,
): Pick<Paths, 'route'> {
  const time = connection.prepare((query) =>
    query.selectFrom('nodes').select('created_at').where('id', '=', slot<string>(0)),
  )
  const view: TreeView = {
    incoming: (node) => edges.into(tree.linkOf(node), Number.MAX_SAFE_INTEGER),
    createdAt: (node) => time.get(node)?.created_at ?? 0,
  }
  const known = new Map<string, Route>()

  const detours = (head: Link, selected: ReturnType<Selections['of']>): Detour[] => {
    const nearest = edges.nearest(head.conversation, 'primary')
    const found: Detour[] = []
    const seen = new Set<number>()
    for (let at: Link | undefined = head; at; ) {
      const top = at.base === null ? 0 : tree.link(at.base).depth
      const joint = nextOnLine(tree, at, top, nearest)
      if (!joint) return found
      if (seen.has(joint.key)) throw new CycleInPath(joint.id)
      seen.add(joint.key)
      const way = wayInto(view, joint.id, selected.get(joint.id))
      if (!way) return found
      const up = joint.parent === null || joint.base === joint.key ? null : tree.link(joint.parent)
      const detour = detourOf(joint.id, way, up?.id ?? null)
      if (detour) found.push(detour)
      at = detour ? tree.linkOf(detour.to) : (up ?? undefined)
    }
    return found
  }
  return {
    route: async (head, branch) =>
      connection.reading(() => {
        const link = tree.linkOf(head)
        const selected = branch === undefined ? new Map() : selections.of(branch)
        const key = JSON.stringify([head, revisions.last(), ...selected])
        const there = known.get(key)
        if (there) return there
        const route: Route = { head, detours: detours(link, selected) }
        if (known.size >= remembered) known.delete(known.keys().next().value ?? '')
        known.set(key, route)
        return route
      }),
  }
}
