import { edgeNumber, type SourceRole } from '../../../history/edge.ts'
import type { PathSources, Paths } from '../../store.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import type { Line, Lines, Piece } from '../nodes/lines.ts'
import { runsOnLine } from '../nodes/runs.ts'
import type { Link, Tree } from '../nodes/tree.ts'
import type { EdgeRows, SourceRow } from './edge-rows.ts'

/** What finding sources needs. */
export interface PathSourceParts {
  readonly tree: Tree
  readonly edges: EdgeRows
  readonly lines: Lines
}

/** Nodes whose notes are asked for at once, at the most, by their ids; for more, all notes are looked through. */
const fewNotes = 64

/** Finds what stands with the nodes of a path, and the notes about nodes. */
export function pathSources(
  connection: Connection,
  { tree, edges, lines }: PathSourceParts,
): Pick<Paths, 'sources' | 'instructions' | 'annotations'> {
  const notesOf = connection.prepare((query) =>
    query
      .selectFrom('notes')
      .innerJoin('nodes', 'nodes.key', 'notes.note')
      .select(['nodes.id', 'notes.revision'])
      .where('about', '=', slot<number>(0))
      .orderBy('notes.revision')
      .orderBy('notes.note'),
  )
  const anyNote = connection.prepare((query) => query.selectFrom('notes').select('about').limit(fewNotes))

  /** The sources of a role by the edges that a piece of a line takes, with the nodes they stand with; root first. */
  const along = (piece: Piece, role: SourceRole, revision: number): [Link, SourceRow][] => {
    const { line, fromDepth, toDepth } = piece
    const bottom = tree.ancestor(line.bottom, toDepth)
    const nearest = edges.nearest(bottom.conversation, role)
    const runs = [...runsOnLine(tree, bottom, fromDepth, nearest)].reverse()
    return runs.flatMap(({ top, bottom: last }) =>
      edges
        .between(top.conversation, role, top.key, last.key)
        .filter((row) => row.revision <= revision && row.edge === edgeInto(line, row.target))
        .flatMap((row): [Link, SourceRow][] => {
          const from = standsWith(line, row.target)
          return from ? [[from, row]] : []
        }),
    )
  }
  const isTop = ({ detour }: Line, target: number): boolean =>
    detour !== undefined && tree.linkOf(detour.at).key === target
  const edgeInto = (line: Line, target: number): number =>
    isTop(line, target) && line.detour?.edge !== undefined ? edgeNumber(line.detour.edge) : 0
  const standsWith = (line: Line, target: number): Link | undefined => {
    const { parent, depth } = tree.link(target)
    if (isTop(line, target)) return tree.linkOf(line.detour?.to ?? '')
    return parent === null || depth === line.topDepth ? undefined : tree.link(parent)
  }
  return {
    sources: async (route, from, to, revision) =>
      connection.reading(() => {
        const found = new Map<string, { context: string[]; instructions: string[] }>()
        for (const piece of lines.between(route, Math.max(0, from) + 1, to + 1))
          for (const role of ['context', 'instruction'] as const)
            for (const [{ id }, row] of along(piece, role, revision)) {
              const there = found.get(id) ?? { context: [], instructions: [] }
              found.set(id, there)
              there[role === 'context' ? 'context' : 'instructions'].push(row.id)
            }
        return found satisfies ReadonlyMap<string, PathSources>
      }),
    instructions: async (route, revision) =>
      connection.reading(() =>
        lines
          .between(route, 0, Number.MAX_SAFE_INTEGER)
          .flatMap((piece) => along(piece, 'instruction', revision).map(([, { id }]) => id)),
      ),
    annotations: async (nodes, revision) =>
      connection.reading(() => {
        const found = new Map<string, readonly string[]>()
        const about = anyNote.all()
        if (about.length === 0) return found
        const asked = about.length < fewNotes ? new Set(about.map((row) => tree.idOf(row.about))) : new Set(nodes)
        for (const id of nodes) {
          const link = asked.has(id) ? tree.find(id) : undefined
          const notes = link ? notesOf.all(link.key).filter((note) => note.revision <= revision) : []
          if (notes.length > 0) found.set(id, [...new Set(notes.map((note) => note.id))])
        }
        return found
      }),
  }
}
