import type { Conversations, MarkKind } from '../../store.ts'
import type { Connection } from '../database/connection.ts'
import type { MarkTable } from '../database/schema.ts'
import { slot } from '../database/statement.ts'
import type { Revisions } from '../revisions.ts'
import type { Nearest } from './runs.ts'
import type { Tree } from './tree.ts'

/** The marks that nodes carry. */
export interface Marks extends Pick<Conversations, 'mark'> {
  /** Nodes that carry marks, taken back or not. */
  nearest(conversation: number): Nearest
  /** The nodes with keys from one to another that carry a mark as of a revision, by key. */
  between(conversation: number, from: number, to: number, revision: number): ReadonlyMap<number, MarkKind>
}

/** Writes marks, and finds those of nodes. */
export function marks(connection: Connection, tree: Tree, revisions: Revisions): Marks {
  const insert = connection.prepare((query) =>
    query.insertInto('marks').values({
      revision: slot(0),
      conversation: slot(1),
      depth: slot(2),
      node: slot(3),
      kind: slot(4),
      is_on: slot(5),
      at: slot<number>(6),
    }),
  )
  const nearest = connection.prepare((query) =>
    query
      .selectFrom('marks')
      .select('node')
      .where('conversation', '=', slot<number>(0))
      .where('node', '<=', slot<number>(1))
      .orderBy('node', 'desc')
      .limit(1),
  )
  const between = connection.prepare((query) =>
    query
      .selectFrom('marks')
      .select(['node', 'kind', 'is_on'])
      .where('conversation', '=', slot<number>(0))
      .where('node', '>=', slot<number>(1))
      .where('node', '<=', slot<number>(2))
      .where('revision', '<=', slot<number>(3))
      .orderBy('node')
      .orderBy('kind')
      .orderBy('revision'),
  )
  return {
    nearest: (conversation) => (key) => nearest.get(conversation, key)?.node,
    between: (conversation, from, to, revision) => latestOn(between.all(conversation, from, to, revision)),
    mark: async (nodes, kind, on, at) =>
      connection.transaction(() => {
        for (const id of nodes) {
          const { key, conversation, depth } = tree.linkOf(id)
          insert.run(revisions.next(), conversation, depth, key, kind, on ? 1 : 0, at)
        }
        return revisions.last()
      }),
  }
}

/** The nodes whose last row says on. */
function latestOn(rows: readonly Pick<MarkTable, 'node' | 'kind' | 'is_on'>[]): Map<number, MarkKind> {
  const last = new Map<number, MarkKind>()
  for (const { node, kind, is_on } of rows)
    if (is_on === 1) last.set(node, kind as MarkKind)
    else last.delete(node)
  return last
}
