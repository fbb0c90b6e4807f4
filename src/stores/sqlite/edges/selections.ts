import { edgeId, edgeNumber, type Selection } from '../../../history/edge.ts'
import { BranchNotFound, ForeignParent, UnknownWay } from '../../errors.ts'
import type { Trees } from '../../store.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import type { Tree } from '../nodes/tree.ts'
import type { EdgeRows } from './edge-rows.ts'

/** The selections of branches. */
export interface Selections extends Pick<Trees, 'select' | 'selections'> {
  /** Throws `BranchNotFound`. */
  of(branch: string): ReadonlyMap<string, Selection>
}

/** What selections need. */
export interface SelectionParts {
  readonly tree: Tree
  readonly edges: EdgeRows
}

/** Reads and writes selections: a set is copied when a branch that shares it changes it. */
export function selections(connection: Connection, { tree, edges }: SelectionParts): Selections {
  const branch = connection.prepare((query) =>
    query
      .selectFrom('branches')
      .leftJoin('selection_sets', 'selection_sets.key', 'branches.selection_set')
      .select(['branches.conversation', 'branches.selection_set', 'selection_sets.shared'])
      .where('branches.id', '=', slot<string>(0)),
  )
  const setOf = connection.prepare((query) =>
    query
      .updateTable('branches')
      .set({ selection_set: slot<number>(1) })
      .where('id', '=', slot<string>(0)),
  )
  const addSet = connection.prepare((query) => query.insertInto('selection_sets').values({ shared: 0 }))
  const copy = connection.prepare((query) =>
    query
      .insertInto('selections')
      .columns(['selection_set', 'target', 'edge', 'source', 'at'])
      .expression((eb) =>
        eb
          .selectFrom('selections')
          .select(({ val }) => [val(slot<number>(1)).as('own'), 'target', 'edge', 'source', 'at'])
          .where('selection_set', '=', slot<number>(0)),
      ),
  )
  const all = connection.prepare((query) =>
    query
      .selectFrom('selections')
      .innerJoin('nodes as targets', 'targets.key', 'selections.target')
      .leftJoin('nodes as sources', 'sources.key', 'selections.source')
      .select(['targets.id as target', 'selections.edge', 'sources.id as source'])
      .where('selection_set', '=', slot<number>(0))
      .orderBy('selections.target'),
  )
  const put = connection.prepare((query) =>
    query
      .replaceInto('selections')
      .values({ selection_set: slot(0), target: slot(1), edge: slot(2), source: slot(3), at: slot<number>(4) }),
  )
  const remove = connection.prepare((query) =>
    query.deleteFrom('selections').where('selection_set', '=', slot<number>(0)).where('target', '=', slot<number>(1)),
  )
  const rowOf = (id: string): NonNullable<ReturnType<typeof branch.get>> => {
    const row = branch.get(id)
    if (!row) throw new BranchNotFound(id)
    return row
  }
  /** The set that the branch alone has. */
  const ownSet = (id: string): number => {
    const { selection_set: there, shared } = rowOf(id)
    if (there !== null && shared === 0) return there
    const own = addSet.insert()
    if (there !== null) copy.run(there, own)
    setOf.run(id, own)
    return own
  }
  const of = (id: string): ReadonlyMap<string, Selection> => {
    const { selection_set: set } = rowOf(id)
    if (set === null) return new Map()
    return new Map(
      all.all(set).map(({ target, edge, source }) => [
        target,
        {
          ...(edge === null ? {} : { edge: edgeId(target, edge) }),
          ...(source === null ? {} : { source }),
        },
      ]),
    )
  }
  return {
    of,
    selections: async (id) => connection.reading(() => of(id)),
    select: async (id, target, selection, at) =>
      connection.transaction(() => {
        const link = tree.linkOf(target)
        if (rowOf(id).conversation !== link.conversation) throw new ForeignParent(target)
        const ways = edges.into(link, Number.MAX_SAFE_INTEGER).filter(({ type }) => type === 'continuation')
        const { edge, source } = selection
        const named = ways.filter((way) => edge === undefined || way.id === edge)
        if (edge !== undefined && named.length === 0) throw new UnknownWay(target, edge)
        const leads = ({ sources }: (typeof ways)[number]): boolean =>
          sources.some(({ node, role }) => node === source && role === 'primary')
        if (source !== undefined && !named.some(leads)) throw new UnknownWay(target, source)
        const set = ownSet(id)
        if (edge === undefined && source === undefined) remove.run(set, link.key)
        else
          put.run(
            set,
            link.key,
            edge === undefined ? null : edgeNumber(edge),
            source === undefined ? null : tree.linkOf(source).key,
            at,
          )
      }),
  }
}
