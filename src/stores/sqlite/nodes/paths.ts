import type { Measure } from '../../../core/content/measure.ts'
import type { PathNode, SizedNode } from '../../../history/node.ts'
import type { Route } from '../../../history/route.ts'
import type { Paths } from '../../store.ts'
import type { ConversationKeys } from '../conversation-keys.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import { type Line, type Lines, lengthOf } from './lines.ts'
import { digestColumns, type NodeRow, nodeColumns, nodeOf } from './node-row.ts'
import type { Sizes } from './sizes.ts'
import type { Link, Tree } from './tree.ts'

/** What reading nodes and paths needs. */
export interface PathParts {
  readonly tree: Tree
  readonly sizes: Sizes
  readonly lines: Lines
  readonly conversations: ConversationKeys
}

type SizedRow = NodeRow & { readonly total: number }

type PathPort = Pick<Paths, 'node' | 'nodes' | 'length' | 'positions' | 'path' | 'positionOfSize'>

/** Reads nodes and paths. */
export function paths(connection: Connection, { tree, sizes, lines, conversations }: PathParts): PathPort {
  const one = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .innerJoin('contents', 'contents.key', 'nodes.content')
      .select([...nodeColumns, ...digestColumns, 'nodes.conversation'])
      .where('nodes.id', '=', slot<string>(0)),
  )
  const range = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .innerJoin('contents', 'contents.key', 'nodes.content')
      .innerJoin('sums', 'sums.node', 'nodes.key')
      .select([...nodeColumns, ...digestColumns, 'sums.total'])
      .where('nodes.key', '>=', slot<number>(0))
      .where('nodes.key', '<=', slot<number>(1))
      .where('sums.measure', '=', slot<number>(2))
      .orderBy('nodes.key'),
  )
  /** A cross join: the way comes first, or every node of the store would be looked at. */
  const climb = connection.prepare((query) =>
    query
      .withRecursive('way(key, parent, depth)', (cte) =>
        cte
          .selectFrom('nodes')
          .select(['key', 'parent', 'depth'])
          .where('key', '=', slot<number>(0))
          .unionAll((all) =>
            all
              .selectFrom('way')
              .innerJoin('nodes', 'nodes.key', 'way.parent')
              .select(['nodes.key', 'nodes.parent', 'nodes.depth'])
              .where('way.depth', '>', slot<number>(1)),
          ),
      )
      .selectFrom('way')
      .crossJoin('nodes')
      .innerJoin('contents', 'contents.key', 'nodes.content')
      .innerJoin('sums', 'sums.node', 'nodes.key')
      .select([...nodeColumns, ...digestColumns, 'sums.total'])
      .whereRef('nodes.key', '=', 'way.key')
      .where('sums.measure', '=', slot<number>(2))
      .orderBy('way.depth'),
  )

  /**
   * The rows from one node down to a later one on the same path. Keys grow along a path, so where there are as many keys
   * as nodes the path is that very range.
   */
  const rowsBetween = (top: Link, bottom: Link, measure: number): SizedRow[] =>
    bottom.key - top.key === bottom.depth - top.depth
      ? range.all(top.key, bottom.key, measure)
      : climb.all(bottom.key, top.depth, measure)

  const read = (top: Link, bottom: Link, line: Line, offset: number, measure: number): PathNode[] => {
    const rows = rowsBetween(top, bottom, measure)
    const ids = new Map<number, string>()
    for (const row of rows) ids.set(row.key, row.id)
    const idOf = (node: number): string => {
      const id = ids.get(node) ?? tree.idOf(node)
      ids.set(node, id)
      return id
    }
    const conversation = conversations.idOf(top.conversation)
    const place = line.start - line.topDepth
    let before = top.parent === null ? 0 : (sizes.total(top.parent, measure) ?? 0)
    return rows.map((row) => {
      const size = row.total - before
      before = row.total
      const position = row.depth + place
      return Object.assign(nodeOf(row, conversation, idOf), { size, total: row.total + offset, position })
    })
  }
  /** The number of the first line at whose end the size is reached, else of the last, and how much goes before it. */
  const lineOfSize = (route: Route, size: number, perNode: number, measure: Measure): [number, Line, number] => {
    const all = lines.of(route)
    for (const [number, line] of all.entries()) {
      const offset = lines.offset(route, number, measure)
      const end = sizes.fill(line.bottom.key, measure) + offset
      const count = line.start + line.bottom.depth - line.topDepth + 1
      if (number === all.length - 1 || end + perNode * count >= size) return [number, line, offset]
    }
    throw new Error('A route has no line.')
  }

  return {
    node: async (id) =>
      connection.reading(() => {
        const row = one.get(id)
        return row && nodeOf(row, conversations.idOf(row.conversation), tree.idOf)
      }),
    nodes: async (ids, measure) => {
      const found = connection.reading(() => ids.flatMap((id) => one.get(id) ?? []))
      const read = found.map((row): [string, SizedNode] => {
        const size = sizes.own(row.key, measure)
        return [row.id, Object.assign(nodeOf(row, conversations.idOf(row.conversation), tree.idOf), { size })]
      })
      return new Map(read)
    },
    length: async (route) => lengthOf(lines.of(route)),
    positions: async (route, nodes) => {
      const all = lines.of(route)
      return connection.reading(() => {
        const found = new Map<string, number>()
        for (const id of nodes) {
          const link = tree.find(id)
          const line = link && all.find(({ bottom, topDepth }) => link.depth >= topDepth && tree.isAbove(bottom, link))
          if (link && line) found.set(id, line.start + link.depth - line.topDepth)
        }
        return found
      })
    },
    path: async (route, from, to, measure) => {
      const pieces = lines.between(route, from, to).map(({ line, number, fromDepth, toDepth }) => {
        const bottom = connection.reading(() => tree.ancestor(line.bottom, toDepth))
        sizes.fill(bottom.key, measure)
        return { bottom, fromDepth, line, offset: lines.offset(route, number, measure) }
      })
      return connection.reading(() =>
        pieces.flatMap(({ bottom, fromDepth, line, offset }) =>
          read(tree.ancestor(bottom, fromDepth), bottom, line, offset, sizes.measureKey(measure)),
        ),
      )
    },
    positionOfSize: async (route, size, perNode, measure) => {
      const [, line, offset] = lineOfSize(route, size, perNode, measure)
      const key = sizes.measureKey(measure)
      const positionOf = ({ depth }: Link): number => line.start + depth - line.topDepth
      const reaches = (link: Link): boolean =>
        link.depth >= line.topDepth &&
        (sizes.total(link.key, key) ?? 0) + offset + perNode * (positionOf(link) + 1) >= size
      return connection.reading(() => {
        const { bottom } = line
        return positionOf(reaches(bottom) ? tree.highest(bottom, reaches) : bottom)
      })
    },
  }
}
