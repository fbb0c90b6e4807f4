import { type Edge, type EdgeSource, type EdgeType, edgeId, type SourceRole } from '../../../history/edge.ts'
import type { Connection } from '../database/connection.ts'
import type { SourceTable } from '../database/schema.ts'
import { slot } from '../database/statement.ts'
import { edgeTypes, sourceRoles } from '../nodes/node-row.ts'
import type { Nearest } from '../nodes/runs.ts'
import type { Link, Tree } from '../nodes/tree.ts'

/** A source of an edge, with its id and where it stands. */
export type SourceRow = Pick<SourceTable, 'role' | 'target' | 'edge' | 'place' | 'source' | 'revision'> & {
  readonly id: string
}

/** Edges and sources as rows. What writes runs inside a transaction. */
export interface EdgeRows {
  /** All edges into a node as of a revision, the one made with it first. */
  into(target: Link, revision: number): Edge[]
  addEdge(target: Link, number: number, type: EdgeType, revision: number, at: number): void
  /** Adds a source at a place of an edge; the parent stands at place 0 of edge 0, without a row. */
  addSource(
    target: Link,
    source: number,
    role: SourceRole,
    where: Pick<SourceTable, 'edge' | 'place' | 'revision'>,
  ): void
  addNote(about: number, note: Link, revision: number): void
  /** How many edges lead to a node beside the one made with it. */
  added(target: number): number
  /** The place behind the last source of an edge. */
  nextPlace(target: Link, edge: number): number
  /** What an edge comes from, by key, its versions at the time. */
  from(source: number): readonly Pick<SourceTable, 'target' | 'edge'>[]
  /** Nodes that have sources of a role besides the parent they were made with, or by further edges. */
  nearest(conversation: number, role: SourceRole): Nearest
  /** The sources of a role of the nodes with keys from one to another, by target, edge and place. */
  between(conversation: number, role: SourceRole, from: number, to: number): readonly SourceRow[]
}

/** Reads and writes edges and sources. */
export function edgeRows(connection: Connection, tree: Tree): EdgeRows {
  const addedEdges = connection.prepare((query) =>
    query
      .selectFrom('edges')
      .select(['number', 'type', 'revision'])
      .where('target', '=', slot<number>(0))
      .where('number', '>', 0)
      .orderBy('number'),
  )
  const between = connection.prepare((query) =>
    query
      .selectFrom('sources')
      .innerJoin('nodes', 'nodes.key', 'sources.source')
      .select(['role', 'target', 'edge', 'place', 'source', 'revision', 'nodes.id'])
      .where('sources.conversation', '=', slot<number>(0))
      .where('role', '=', slot<number>(1))
      .where('target', '>=', slot<number>(2))
      .where('target', '<=', slot<number>(3))
      .orderBy('target')
      .orderBy('edge')
      .orderBy('place'),
  )
  const nearest = connection.prepare((query) =>
    query
      .selectFrom('sources')
      .select('target')
      .where('conversation', '=', slot<number>(0))
      .where('role', '=', slot<number>(1))
      .where('target', '<=', slot<number>(2))
      .orderBy('target', 'desc')
      .limit(1),
  )
  const from = connection.prepare((query) =>
    query
      .selectFrom('sources')
      .select(['target', 'edge'])
      .where('source', '=', slot<number>(0))
      .where('role', '=', 0)
      .orderBy('target')
      .orderBy('edge'),
  )
  const insertEdge = connection.prepare((query) =>
    query.insertInto('edges').values({
      target: slot(0),
      number: slot(1),
      conversation: slot(2),
      type: slot(3),
      revision: slot(4),
      at: slot<number>(5),
    }),
  )
  const insertSource = connection.prepare((query) =>
    query.insertInto('sources').values({
      conversation: slot(0),
      role: slot(1),
      target: slot(2),
      edge: slot(3),
      place: slot(4),
      source: slot(5),
      revision: slot(6),
    }),
  )
  const insertNote = connection.prepare((query) =>
    query
      .insertInto('notes')
      .values({ about: slot(0), note: slot(1), revision: slot(2), conversation: slot(3) })
      .onConflict((conflict) => conflict.doNothing()),
  )
  const isNote = connection.prepare((query) =>
    query.selectFrom('nodes').select('note').where('key', '=', slot<number>(0)),
  )
  const sourcesInto = ({ conversation, key }: Link): SourceRow[] =>
    sourceRoles.flatMap((_, role) => between.all(conversation, role, key, key)).sort((a, b) => a.place - b.place)

  return {
    into: (target, revision) => {
      const rows = sourcesInto(target).filter((row) => row.revision <= revision)
      const sourcesOf = (edge: number): EdgeSource[] =>
        rows
          .filter((row) => row.edge === edge)
          .map(({ id, role }) => ({ node: id, role: sourceRoles[role] ?? 'primary' }))
      const edge = (number: number, type: number, sources: readonly EdgeSource[]): Edge => ({
        id: edgeId(target.id, number),
        sources,
        target: target.id,
        type: edgeTypes[type] ?? 'continuation',
      })
      const first =
        target.parent === null
          ? []
          : [
              edge(0, isNote.get(target.key)?.note ?? 0, [
                { node: tree.idOf(target.parent), role: 'primary' },
                ...sourcesOf(0),
              ]),
            ]
      const added = addedEdges
        .all(target.key)
        .filter((row) => row.revision <= revision)
        .map(({ number, type }) => edge(number, type, sourcesOf(number)))
      return [...first, ...added]
    },
    addEdge: (target, number, type, revision, at) =>
      void insertEdge.run(target.key, number, target.conversation, edgeTypes.indexOf(type), revision, at),
    addSource: (target, source, role, { edge, place, revision }) =>
      void insertSource.run(target.conversation, sourceRoles.indexOf(role), target.key, edge, place, source, revision),
    addNote: (about, note, revision) => void insertNote.run(about, note.key, revision, note.conversation),
    added: (target) => addedEdges.all(target).length,
    nextPlace: (target, edge) =>
      sourcesInto(target).reduce((next, row) => (row.edge === edge ? Math.max(next, row.place + 1) : next), 1),
    from: (source) => from.all(source),
    nearest: (conversation, role) => (key) => nearest.get(conversation, sourceRoles.indexOf(role), key)?.target,
    between: (conversation, role, first, last) => between.all(conversation, sourceRoles.indexOf(role), first, last),
  }
}
