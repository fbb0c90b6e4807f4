import { type MarkedNode, type MarkKind, markKinds, type Store } from '../../store.ts'
import type { Connection } from '../database/connection.ts'
import type { MarkTable } from '../database/schema.ts'
import { slot } from '../database/statement.ts'
import type { PathParts } from './paths.ts'
import type { Link } from './tree.ts'

/** Looking up one marked node on the path costs about as much as walking this many nodes of the path. */
const lookupCost = 8

/** Writes marks, and finds those on a path. */
export function marks(
  connection: Connection,
  { tree, sizes }: PathParts,
): Pick<Store, 'mark' | 'marked' | 'markRevision'> {
  const insert = connection.prepare((query) =>
    query.insertInto('marks').values({
      conversation: slot(0),
      depth: slot(1),
      node: slot(2),
      kind: slot(3),
      is_on: slot(4),
      at: slot<number>(5),
    }),
  )
  const last = connection.prepare((query) =>
    query.selectFrom('marks').select(({ fn }) => fn.max('revision').as('revision')),
  )
  /** Every mark between two depths, anywhere in the conversation, the latest of a node last; no more than so many. */
  const among = connection.prepare((query) =>
    query
      .selectFrom('marks')
      .select(['depth', 'node', 'kind', 'revision', 'is_on'])
      .where('conversation', '=', slot<number>(0))
      .where('depth', '>=', slot<number>(1))
      .where('depth', '<=', slot<number>(2))
      .where('revision', '<=', slot<number>(3))
      .orderBy('depth')
      .orderBy('node')
      .orderBy('kind')
      .orderBy('revision')
      .limit(slot<number>(4)),
  )
  /** Every mark on the path from a node up to a depth, the latest of a node last. */
  const along = connection.prepare((query) =>
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
      .innerJoin('marks', (join) => join.onRef('marks.depth', '=', 'way.depth').onRef('marks.node', '=', 'way.key'))
      .select(['marks.depth', 'marks.node', 'marks.kind', 'marks.revision', 'marks.is_on'])
      .where('marks.conversation', '=', slot<number>(2))
      .where('marks.revision', '<=', slot<number>(3))
      .orderBy('marks.depth')
      .orderBy('marks.kind')
      .orderBy('marks.revision'),
  )
  const revisionNow = (): number => last.get()?.revision ?? 0

  /** The marked nodes that are on the path: looked up one by one where they are few, else by walking the path. */
  const find = (bottom: Link, from: number, revision: number): Found[] => {
    const limit = (bottom.depth - from + 1) / lookupCost
    const rows = among.all(bottom.conversation, from, bottom.depth, revision, Math.ceil(limit) + 1)
    if (rows.length > limit) return latestOn(along.all(bottom.key, from, bottom.conversation, revision)).map(foundAt)
    const found: Found[] = []
    let at = bottom
    for (const row of latestOn(rows).reverse()) {
      at = tree.ancestor(at, row.depth)
      if (at.key === row.node) found.push({ link: at, kind: kindOf(row) })
    }
    return found.reverse()
  }
  const foundAt = (row: MarkRow): Found => ({ link: tree.link(row.node), kind: kindOf(row) })

  return {
    mark: async (nodes, kind, on, at) =>
      connection.transaction(() => {
        for (const id of nodes) {
          const { key, conversation, depth } = tree.linkOf(id)
          insert.run(conversation, depth, key, kind, on ? 1 : 0, at)
        }
        return revisionNow()
      }),
    markRevision: async () => revisionNow(),
    marked: async (head, from, to, measure, revision) => {
      const found = connection.reading(() => {
        const end = tree.linkOf(head)
        const top = Math.max(0, from)
        return to < top || top > end.depth ? [] : find(tree.ancestor(end, to), top, revision)
      })
      const lowest = found.at(-1)
      if (!lowest) return []
      sizes.fill(lowest.link.key, measure)
      const key = sizes.measureKey(measure)
      return connection.reading(() =>
        found.map(({ link: { key: node, id, parent, depth }, kind }): MarkedNode => {
          const before = parent === null ? 0 : (sizes.total(parent, key) ?? 0)
          return { id, depth, kind, size: (sizes.total(node, key) ?? 0) - before }
        }),
      )
    },
  }
}

interface Found {
  readonly link: Link
  readonly kind: MarkKind
}

type MarkRow = Pick<MarkTable, 'depth' | 'node' | 'kind' | 'is_on'>

/** The last row of each node and kind, where it says on; in the order in which nodes first appear. */
function latestOn<Row extends MarkRow>(rows: readonly Row[]): Row[] {
  const last = new Map(rows.map((row) => [`${row.node} ${row.kind}`, row]))
  return [...last.values()].filter((row) => row.is_on === 1)
}

function kindOf(row: MarkRow): MarkKind {
  return markKinds.find((kind) => kind === row.kind) ?? 'excluded'
}
