import type { EdgeType } from '../../../history/edge.ts'
import type { Node, Siblings } from '../../../history/node.ts'
import type { Trees } from '../../store.ts'
import type { Stretch } from '../../stretch.ts'
import type { ConversationKeys } from '../conversation-keys.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import { digestColumns, edgeTypes, nodeColumns, nodeOf } from '../nodes/node-row.ts'
import type { Tree } from '../nodes/tree.ts'

/** What looking around needs. */
export interface AroundParts {
  readonly tree: Tree
  readonly conversations: ConversationKeys
}

/** A child by its key. */
interface Child {
  readonly key: number
}

const none = Number.MAX_SAFE_INTEGER

/** Children, siblings and the nodes of a conversation, by the keys of the index: as fast among 50,000 as among five. */
export function children(
  connection: Connection,
  { tree, conversations }: AroundParts,
): Pick<Trees, 'children' | 'siblings' | 'root' | 'written'> {
  const made = (order: 'asc' | 'desc') =>
    connection.prepare((query) =>
      query
        .selectFrom('nodes')
        .select(['key', 'ordinal'])
        .where('parent', '=', slot<number>(0))
        .where('note', '=', slot<number>(1))
        .where('key', '>', slot<number>(2))
        .where('key', '<', slot<number>(3))
        .orderBy('key', order)
        .limit(slot<number>(4)),
    )
  const [up, down] = [made('asc'), made('desc')]
  /** Children by another edge or another source than the parent they were made with, each once. */
  const linked = connection.prepare((query) =>
    query
      .selectFrom('sources')
      .innerJoin('nodes', 'nodes.key', 'sources.target')
      .leftJoin('edges', (join) =>
        join.onRef('edges.target', '=', 'sources.target').onRef('edges.number', '=', 'sources.edge'),
      )
      .select('sources.target as key')
      .distinct()
      .where('sources.source', '=', slot<number>(0))
      .where('sources.role', '=', 0)
      .where(({ eb, fn, val }) => eb(fn.coalesce('edges.type', val(0)), '=', slot<number>(1)))
      .where(({ eb, or }) => or([eb('nodes.parent', '!=', slot<number>(2)), eb('nodes.note', '!=', slot<number>(3))]))
      .orderBy('key'),
  )
  const place = connection.prepare((query) =>
    query.selectFrom('nodes').select(['ordinal', 'note']).where('key', '=', slot<number>(0)),
  )
  const node = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .innerJoin('contents', 'contents.key', 'nodes.content')
      .select([...nodeColumns, ...digestColumns, 'nodes.conversation'])
      .where('nodes.key', '=', slot<number>(0)),
  )
  const rootOf = connection.prepare((query) =>
    query.selectFrom('conversations').select('root').where('key', '=', slot<number>(0)),
  )
  const all = (order: 'asc' | 'desc') =>
    connection.prepare((query) =>
      query
        .selectFrom('nodes')
        .select('key')
        .where('conversation', '=', slot<number>(0))
        .where('key', '>', slot<number>(1))
        .where('key', '<', slot<number>(2))
        .orderBy('key', order)
        .limit(slot<number>(3)),
    )
  const [allUp, allDown] = [all('asc'), all('desc')]

  const linkedTo = (parent: number, type: number): number[] =>
    linked.all(parent, type, parent, type).map(({ key }) => key)
  const read = ({ key }: Child): Node[] => {
    const row = node.get(key)
    return row ? [nodeOf(row, conversations.idOf(row.conversation), tree.idOf)] : []
  }
  const within = (
    { after, before, limit }: Stretch,
    find: (order: 'asc' | 'desc', from: number, to: number, limit: number) => readonly Child[],
  ): Node[] => {
    const from = after === undefined ? 0 : tree.linkOf(after).key
    const to = before === undefined ? none : tree.linkOf(before).key
    const isBackward = after === undefined && before !== undefined
    const found = find(isBackward ? 'desc' : 'asc', from, to, Math.max(0, limit))
    return (isBackward ? found.toReversed() : found).flatMap(read)
  }
  return {
    root: async (conversation) => {
      const root = rootOf.get(conversations.keyOf(conversation))?.root ?? null
      return root === null ? null : tree.idOf(root)
    },
    written: async (conversation, stretch) =>
      connection.reading(() => {
        const number = conversations.keyOf(conversation)
        return within(stretch, (order, from, to, limit) =>
          (order === 'asc' ? allUp : allDown).all(number, from, to, limit),
        )
      }),
    children: async (id, { type = 'continuation', ...stretch }) =>
      connection.reading(() => {
        const { key } = tree.linkOf(id)
        const number = typeNumber(type)
        return within(stretch, (order, from, to, limit) => {
          const own = (order === 'asc' ? up : down).all(key, number, from, to, limit)
          const others = linkedTo(key, number).filter((each) => each > from && each < to)
          if (others.length === 0) return own
          const sign = order === 'asc' ? 1 : -1
          const both = [...own, ...others.map((each): Child => ({ key: each }))]
          return both.sort((a, b) => sign * (a.key - b.key)).slice(0, limit)
        })
      }),
    siblings: async (id) =>
      connection.reading((): Siblings => {
        const { key, parent } = tree.linkOf(id)
        if (parent === null) return { index: 0, count: 1, first: id, last: id, previous: null, next: null }
        const { ordinal = 0, note: type = 0 } = place.get(key) ?? {}
        const others = linkedTo(parent, type)
        const last = down.get(parent, type, 0, none, 1)
        const nearest = (keys: readonly (number | undefined)[], pick: (...keys: number[]) => number): string | null => {
          const there = keys.filter((each) => each !== undefined)
          return there.length === 0 ? null : tree.idOf(pick(...there))
        }
        const before = others.filter((each) => each < key)
        return {
          index: ordinal + before.length,
          count: (last?.ordinal ?? 0) + 1 + others.length,
          first: nearest([up.get(parent, type, 0, none, 1)?.key, others[0]], Math.min) ?? id,
          last: nearest([last?.key, others.at(-1)], Math.max) ?? id,
          previous: nearest([down.get(parent, type, 0, key, 1)?.key, before.at(-1)], Math.max),
          next: nearest([up.get(parent, type, key, none, 1)?.key, others.find((each) => each > key)], Math.min),
        }
      }),
  }
}

function typeNumber(type: EdgeType): number {
  return edgeTypes.indexOf(type)
}
