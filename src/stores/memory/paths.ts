import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import { edgeId } from '../../history/edge.ts'
import type { Node, PathNode } from '../../history/node.ts'
import { detoursTo } from '../../history/resolve-path.ts'
import { type Route, routeNodes } from '../../history/route.ts'
import { ContentMissing, RouteBroken } from '../errors.ts'
import { type Barred, markKinds, type PathSources, type Paths } from '../store.ts'
import { heldNode, type State } from './state.ts'
import { edgesInto, selectionsOf, viewOf } from './trees.ts'

/** Paths in memory: every question walks the whole path. */
export function memoryPaths(state: State): Paths {
  const up = (id: string): string | null => {
    const { node } = heldNode(state, id)
    return node.annotation ? null : node.parent
  }
  const nodesOn = (route: Route): string[] => {
    const nodes = routeNodes(route, up)
    for (const { at } of route.detours) if (!nodes.includes(at)) throw new RouteBroken(at)
    return nodes
  }
  const sizeOf = ({ content }: Node, measure: Measure): number => {
    const json = state.contents.get(content)
    if (json === undefined) throw new ContentMissing(content)
    return sizeOfParts(JSON.parse(json) as readonly Part[], measure)
  }
  const sizedPath = (route: Route, measure: Measure): PathNode[] => {
    let total = 0
    return nodesOn(route).map((id, position) => {
      const { node } = heldNode(state, id)
      const size = sizeOf(node, measure)
      total += size
      return { ...node, size, total, position }
    })
  }
  const barOf = (node: string, revision: number): Barred | undefined => {
    const isOn = (kind: Barred): boolean =>
      state.marks.findLast((mark) => mark.node === node && mark.kind === kind && mark.revision <= revision)?.on ?? false
    const isPruned = state.prunes.some(
      (prune) => prune.revision <= revision && (prune.restored ?? revision + 1) > revision && prune.covered.has(node),
    )
    return markKinds.find(isOn) ?? (isPruned ? 'pruned' : undefined)
  }
  /** What stands with each node of a route by the edge that leads on from it. */
  const sourcesOn = (route: Route, revision: number): PathSources[] => {
    const edges = new Map(route.detours.map(({ at, edge }) => [at, edge]))
    const nodes = nodesOn(route)
    return nodes.map((_, at) => {
      const next = nodes[at + 1]
      if (next === undefined) return { context: [], instructions: [] }
      const edge = edgesInto(state, next, revision).find(({ id }) => id === (edges.get(next) ?? edgeId(next, 0)))
      const having = (role: 'context' | 'instruction'): string[] =>
        (edge?.sources ?? []).filter((source) => source.role === role).map(({ node }) => node)
      return { context: having('context'), instructions: having('instruction') }
    })
  }
  return {
    node: async (id) => state.nodes.get(id)?.node,
    nodes: async (ids, measure) =>
      new Map(
        ids.flatMap((id) => {
          const node = state.nodes.get(id)?.node
          return node ? [[id, { ...node, size: sizeOf(node, measure) }] as const] : []
        }),
      ),
    route: async (head, branch) => {
      heldNode(state, head)
      const selections = branch === undefined ? new Map() : selectionsOf(state, branch)
      return { head, detours: detoursTo(viewOf(state), head, selections, up) }
    },
    length: async (route) => nodesOn(route).length,
    positions: async (route, nodes) => {
      const on = new Map(nodesOn(route).map((id, position) => [id, position]))
      return new Map(nodes.flatMap((id) => (on.has(id) ? [[id, on.get(id) ?? 0] as const] : [])))
    },
    path: async (route, from, to, measure) =>
      sizedPath(route, measure).filter(({ position }) => position >= from && position <= to),
    positionOfSize: async (route, size, perNode, measure) => {
      const path = sizedPath(route, measure)
      const first = path.find(({ total, position }) => total + perNode * (position + 1) >= size)
      return first?.position ?? path.length - 1
    },
    marked: async (route, from, to, measure, revision) =>
      sizedPath(route, measure).flatMap(({ id, depth, position, size }) => {
        const kind = position >= from && position <= to ? barOf(id, revision) : undefined
        return kind === undefined ? [] : [{ id, depth, position, kind, size }]
      }),
    barred: async (nodes, revision) =>
      new Map(
        nodes.flatMap((id) => {
          const kind = barOf(id, revision)
          return kind === undefined ? [] : [[id, kind] as const]
        }),
      ),
    sources: async (route, from, to, revision) => {
      const all = sourcesOn(route, revision)
      const found = new Map<string, PathSources>()
      for (const [at, id] of nodesOn(route).entries()) {
        const { context, instructions } = all[at] ?? { context: [], instructions: [] }
        const isAsked = at >= from && at <= to
        if (isAsked && context.length + instructions.length > 0) found.set(id, { context, instructions })
      }
      return found
    },
    instructions: async (route, revision) => sourcesOn(route, revision).flatMap(({ instructions }) => instructions),
    annotations: async (nodes, revision) => {
      const notes = [...state.edges].flatMap(([note, edges]) =>
        edges
          .filter((edge) => edge.type === 'annotation' && edge.revision <= revision)
          .map((edge) => ({
            note,
            revision: edge.revision,
            about: edge.sources.find(({ role }) => role === 'primary'),
          })),
      )
      notes.sort((a, b) => a.revision - b.revision)
      return new Map(
        nodes.flatMap((id) => {
          const own = new Set(notes.filter(({ about }) => about?.node === id).map(({ note }) => note))
          return own.size > 0 ? [[id, [...own]] as const] : []
        }),
      )
    },
    revision: async () => state.revision,
  }
}
