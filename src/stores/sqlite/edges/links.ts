import type { Edge } from '../../../history/edge.ts'
import { edgeId } from '../../../history/edge.ts'
import { Cycle, ForeignParent, TwoPrimaries, VersionElsewhere, VersionOfRoot } from '../../errors.ts'
import type { NewNode, Trees } from '../../store.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import type { Link, Tree } from '../nodes/tree.ts'
import type { NodeLinks } from '../nodes/write.ts'
import type { Revisions } from '../revisions.ts'
import { comesFrom } from './cycles.ts'
import type { EdgeRows } from './edge-rows.ts'

/** What linking needs. */
export interface LinkParts {
  readonly tree: Tree
  readonly edges: EdgeRows
  readonly revisions: Revisions
}

/** Edges: those that come with a node, and those that are added to one. */
export interface Links extends Pick<Trees, 'addEdge' | 'edges'>, NodeLinks {}

/** Writes and reads edges. */
export function links(connection: Connection, { tree, edges, revisions }: LinkParts): Links {
  const continuations = connection.prepare((query) =>
    query.selectFrom('nodes').select('key').where('parent', '=', slot<number>(0)).where('note', '=', 0).orderBy('key'),
  )
  const typeOf = connection.prepare((query) =>
    query
      .selectFrom('edges')
      .select('type')
      .where('target', '=', slot<number>(0))
      .where('number', '=', slot<number>(1)),
  )
  const isNote = connection.prepare((query) =>
    query.selectFrom('nodes').select('note').where('key', '=', slot<number>(0)),
  )

  const refuseCycle = (target: Link, source: Link): void => {
    if (comesFrom(tree, edges, source, target)) throw new Cycle(target.id, source.id)
  }
  /** Every continuation that comes from the edited node: the edges made with its children, and those added. */
  const continuationsOf = (edited: Link): { target: number; edge: number }[] => [
    ...continuations.all(edited.key).map(({ key }) => ({ target: key, edge: 0 })),
    ...edges.from(edited.key).filter(({ target, edge }) => (typeOf.get(target, edge)?.type ?? 0) === 0),
  ]
  const writeVersion = (node: NewNode, link: Link, editedFrom: string): void => {
    const edited = tree.linkOf(editedFrom)
    if (edited.conversation !== link.conversation) throw new ForeignParent(editedFrom)
    if (edited.parent === null) throw new VersionOfRoot(editedFrom)
    if (isNote.get(edited.key)?.note !== isNote.get(link.key)?.note) throw new VersionElsewhere(node.id, editedFrom)
    const revision = revisions.next()
    const elsewhere = edited.parent === link.parent ? [] : [link]
    const sources = [...(node.sources ?? []).map((source) => tree.linkOf(source.node)), ...elsewhere]
    for (const { target, edge } of continuationsOf(edited)) {
      const next = tree.link(target)
      for (const source of sources) refuseCycle(next, source)
      edges.addSource(next, link.key, 'primary', { edge, place: edges.nextPlace(next, edge), revision })
    }
  }
  return {
    write: (node) => {
      const link = tree.linkOf(node.id)
      for (const [at, { node: source, role }] of (node.sources ?? []).entries())
        edges.addSource(link, tree.linkOf(source).key, role, { edge: 0, place: at + 1, revision: 0 })
      if (node.annotation) {
        const revision = revisions.next()
        edges.addEdge(link, 0, 'annotation', revision, node.createdAt)
        if (link.parent !== null) edges.addNote(link.parent, link, revision)
      }
      if (node.editedFrom !== undefined) writeVersion(node, link, node.editedFrom)
    },
    addEdge: async ({ target, type, sources }, at) =>
      connection.transaction(() => {
        const link = tree.linkOf(target)
        const primaries = sources.filter(({ role }) => role === 'primary')
        if (primaries.length !== 1) throw new TwoPrimaries(target, primaries.length)
        const from = sources.map(({ node, role }) => ({ source: tree.linkOf(node), role }))
        for (const { source } of from) if (source.conversation !== link.conversation) throw new ForeignParent(source.id)
        for (const { source } of from) refuseCycle(link, source)
        const number = edges.added(link.key) + 1
        const revision = revisions.next()
        edges.addEdge(link, number, type, revision, at)
        for (const [place, { source, role }] of from.entries()) {
          edges.addSource(link, source.key, role, { edge: number, place, revision })
          if (type === 'annotation' && role === 'primary') edges.addNote(source.key, link, revision)
        }
        return { id: edgeId(target, number), target, type, sources: [...sources] } satisfies Edge
      }),
    edges: async (targets, revision) =>
      connection.reading(() => {
        const found = new Map<string, readonly Edge[]>()
        for (const id of targets) {
          const link = tree.find(id)
          const into = link ? edges.into(link, revision) : []
          if (into.length > 0) found.set(id, into)
        }
        return found
      }),
  }
}
