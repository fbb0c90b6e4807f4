import type { Measure } from '../../../core/content/measure.ts'
import type { Barred, MarkedNode, Paths } from '../../store.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import type { Lines, Piece } from './lines.ts'
import type { Marks } from './marks.ts'
import type { Prunes } from './prunes.ts'
import { runsOnLine } from './runs.ts'
import type { Sizes } from './sizes.ts'
import type { Link, Tree } from './tree.ts'

/** What finding kept-out nodes needs. */
export interface MarkedParts {
  readonly tree: Tree
  readonly sizes: Sizes
  readonly lines: Lines
  readonly marks: Marks
  readonly prunes: Prunes
}

interface Found {
  readonly key: number
  readonly id: string
  readonly parent: number | null
  readonly depth: number
  readonly kind: Barred
}

/** Finds the nodes of a path that carry marks or that prunes cover. */
export function marked(
  connection: Connection,
  { tree, sizes, lines, marks, prunes }: MarkedParts,
): Pick<Paths, 'marked' | 'barred'> {
  const way = connection.prepare((query) =>
    query
      .withRecursive('way(key, parent, depth, id)', (cte) =>
        cte
          .selectFrom('nodes')
          .select(['key', 'parent', 'depth', 'id'])
          .where('key', '=', slot<number>(0))
          .unionAll((all) =>
            all
              .selectFrom('way')
              .innerJoin('nodes', 'nodes.key', 'way.parent')
              .select(['nodes.key', 'nodes.parent', 'nodes.depth', 'nodes.id'])
              .where('way.depth', '>', slot<number>(1)),
          ),
      )
      .selectFrom('way')
      .select(['key', 'parent', 'depth', 'id']),
  )
  const range = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .select(['key', 'parent', 'depth', 'id'])
      .where('key', '>=', slot<number>(0))
      .where('key', '<=', slot<number>(1)),
  )

  const between = (top: Link, bottom: Link): Omit<Found, 'kind'>[] =>
    bottom.key - top.key === bottom.depth - top.depth ? range.all(top.key, bottom.key) : way.all(bottom.key, top.depth)

  const excludedOn = (bottom: Link, topDepth: number, revision: number): Found[] => {
    const { conversation } = bottom
    const found: Found[] = []
    for (const run of runsOnLine(tree, bottom, topDepth, marks.nearest(conversation)))
      for (const [key, kind] of marks.between(conversation, run.top.key, run.bottom.key, revision))
        found.push({ ...tree.link(key), kind })
    return found
  }
  const prunedOn = (bottom: Link, topDepth: number, revision: number): Found[] =>
    prunes.covered(bottom, revision).flatMap(([from, to]) => {
      const top = Math.max(from, topDepth)
      if (top > to) return []
      const last = tree.ancestor(bottom, to)
      return between(tree.ancestor(last, top), last).map((node): Found => ({ ...node, kind: 'pruned' }))
    })
  /** What is kept out on a piece of a line, root first, each node once. */
  const on = ({ line, fromDepth, toDepth }: Piece, revision: number): Found[] => {
    const bottom = tree.ancestor(line.bottom, toDepth)
    const found = new Map<number, Found>()
    for (const node of prunedOn(bottom, fromDepth, revision)) found.set(node.key, node)
    for (const node of excludedOn(bottom, fromDepth, revision)) found.set(node.key, node)
    return [...found.values()].sort((a, b) => a.key - b.key)
  }
  const sized = ({ line }: Piece, found: readonly Found[], measure: Measure): MarkedNode[] => {
    const lowest = found.at(-1)
    if (!lowest) return []
    sizes.fill(lowest.key, measure)
    const measureKey = sizes.measureKey(measure)
    const place = line.start - line.topDepth
    const sizeOf = ({ key, parent }: Found): number =>
      (sizes.total(key, measureKey) ?? 0) - (parent === null ? 0 : (sizes.total(parent, measureKey) ?? 0))
    return connection.reading(() =>
      found.map((node) => {
        const { id, depth, kind } = node
        return { id, depth, position: depth + place, kind, size: sizeOf(node) }
      }),
    )
  }
  return {
    marked: async (route, from, to, measure, revision) => {
      const pieces = lines.between(route, from, to)
      const found = connection.reading(() => pieces.map((piece) => on(piece, revision)))
      return pieces.flatMap((piece, at) => sized(piece, found[at] ?? [], measure))
    },
    barred: async (nodes, revision) =>
      connection.reading(() => {
        const found = new Map<string, Barred>()
        for (const id of nodes) {
          const link = tree.find(id)
          if (!link) continue
          const { key, conversation, depth } = link
          const kind = marks.between(conversation, key, key, revision).get(key)
          const isPruned = (): boolean => prunes.covered(link, revision).some(([, to]) => to >= depth)
          if (kind !== undefined) found.set(id, kind)
          else if (isPruned()) found.set(id, 'pruned')
        }
        return found
      }),
  }
}
