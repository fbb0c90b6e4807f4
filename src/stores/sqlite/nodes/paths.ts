import type { PathNode } from '../../../history/node.ts'
import type { Paths } from '../../store.ts'
import type { ConversationKeys } from '../conversation-keys.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import { digestColumns, type NodeRow, nodeColumns, nodeOf } from './node-row.ts'
import type { Sizes } from './sizes.ts'
import type { Link, Tree } from './tree.ts'

/** What reading paths needs. */
export interface PathParts {
  readonly tree: Tree
  readonly sizes: Sizes
  readonly conversations: ConversationKeys
}

type SizedRow = NodeRow & { readonly total: number }

/** Reads nodes and paths. */
export function paths(
  connection: Connection,
  { tree, sizes, conversations }: PathParts,
): Omit<Paths, 'marked' | 'markRevision'> {
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
      .innerJoin('nodes', 'nodes.key', 'way.key')
      .innerJoin('contents', 'contents.key', 'nodes.content')
      .innerJoin('sums', 'sums.node', 'nodes.key')
      .select([...nodeColumns, ...digestColumns, 'sums.total'])
      .where('sums.measure', '=', slot<number>(2))
      .orderBy('nodes.key'),
  )

  /**
   * The rows from one node down to a later one on the same path. Keys grow along a path, so where there are as many keys
   * as nodes the path is that very range.
   */
  const rowsBetween = (top: Link, bottom: Link, measure: number): SizedRow[] =>
    bottom.key - top.key === bottom.depth - top.depth
      ? range.all(top.key, bottom.key, measure)
      : climb.all(bottom.key, top.depth, measure)

  const ends = (head: string, from: number, to: number): readonly [Link, Link] | undefined => {
    const end = tree.linkOf(head)
    if (to < Math.max(0, from) || from > end.depth) return undefined
    const bottom = tree.ancestor(end, to)
    return [tree.ancestor(bottom, Math.max(0, from)), bottom]
  }
  const read = (top: Link, bottom: Link, measure: number): PathNode[] => {
    const rows = rowsBetween(top, bottom, measure)
    const ids = new Map<number, string>()
    for (const row of rows) ids.set(row.key, row.id)
    const idOf = (node: number): string => {
      const id = ids.get(node) ?? tree.idOf(node)
      ids.set(node, id)
      return id
    }
    const conversation = conversations.idOf(top.conversation)
    let before = top.parent === null ? 0 : (sizes.total(top.parent, measure) ?? 0)
    return rows.map((row) => {
      const size = row.total - before
      before = row.total
      return Object.assign(nodeOf(row, conversation, idOf), { size, total: row.total })
    })
  }

  return {
    node: async (id) =>
      connection.reading(() => {
        const row = one.get(id)
        return row && nodeOf(row, conversations.idOf(row.conversation), tree.idOf)
      }),
    path: async (head, from, to, measure) => {
      const stretch = connection.reading(() => ends(head, from, to))
      if (!stretch) return []
      const [top, bottom] = stretch
      sizes.fill(bottom.key, measure)
      return connection.reading(() => read(top, bottom, sizes.measureKey(measure)))
    },
    depthOfSize: async (head, size, perNode, measure) => {
      const end = tree.linkOf(head)
      sizes.fill(end.key, measure)
      const key = sizes.measureKey(measure)
      const reaches = (link: Link): boolean => (sizes.total(link.key, key) ?? 0) + perNode * (link.depth + 1) >= size
      return connection.reading(() => (reaches(end) ? tree.highest(end, reaches).depth : end.depth))
    },
  }
}
