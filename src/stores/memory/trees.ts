import { type Edge, type EdgeSource, type EdgeType, edgeId, type Selection } from '../../history/edge.ts'
import type { Branch } from '../../history/node.ts'
import type { TreeView } from '../../history/resolve-path.ts'
import { BranchNotFound, Cycle, ForeignParent, TwoPrimaries, UnknownWay } from '../errors.ts'
import type { NewNode, Trees } from '../store.ts'
import { type HeldEdge, type HeldSource, heldNode, nextRevision, type State } from './state.ts'

/** The edges into a node as of a revision; the one made with it is always there. */
export function edgesInto(state: State, target: string, revision: number): Edge[] {
  return (state.edges.get(target) ?? []).flatMap((held, number): Edge[] => {
    if (number > 0 && held.revision > revision) return []
    const sources = held.sources.filter((source) => source.revision <= revision)
    const told = sources.map(({ node, role }): EdgeSource => ({ node, role }))
    return [{ id: edgeId(target, number), sources: told, target, type: held.type }]
  })
}

/** A tree as it is now. */
export function viewOf(state: State): TreeView {
  return {
    incoming: (node) => edgesInto(state, node, Number.POSITIVE_INFINITY),
    createdAt: (node) => heldNode(state, node).node.createdAt,
  }
}

/** The nodes that come from a node by edges of a type, or of any, in the order in which they were written. */
export function childrenOf(state: State, node: string, type?: EdgeType): string[] {
  return [...state.nodes.keys()].filter((target) =>
    (state.edges.get(target) ?? []).some(
      (edge) =>
        (type === undefined || edge.type === type) &&
        edge.sources.some((source) => source.node === node && source.role === 'primary'),
    ),
  )
}

/** Whether a node comes from another, or is that one. */
export function comesFrom(edges: State['edges'], node: string, above: string): boolean {
  const seen = new Set([node])
  for (const each of seen)
    for (const { sources } of edges.get(each) ?? []) for (const source of sources) seen.add(source.node)
  return seen.has(above)
}

/** The edge that is made with a node; nothing for a root. */
export function firstEdge({ parent, annotation, sources = [] }: NewNode, revision: number): HeldEdge[] {
  if (parent === null) return []
  const from: HeldSource[] = [{ node: parent, role: 'primary', revision: 0 }]
  for (const source of sources) from.push({ ...source, revision: 0 })
  return [{ type: annotation ? 'annotation' : 'continuation', revision, sources: from }]
}

/** Edges and selections in memory. */
export function memoryTrees(state: State): Pick<Trees, 'addEdge' | 'edges' | 'select' | 'selections'> {
  return {
    addEdge: async ({ target, type, sources }) => {
      const { conversation } = heldNode(state, target).node
      const primaries = sources.filter(({ role }) => role === 'primary').length
      if (primaries !== 1) throw new TwoPrimaries(target, primaries)
      for (const { node } of sources)
        if (heldNode(state, node).node.conversation !== conversation) throw new ForeignParent(node)
      for (const { node } of sources) if (comesFrom(state.edges, node, target)) throw new Cycle(target, node)
      const held = state.edges.get(target) ?? []
      const revision = nextRevision(state)
      held.push({ type, revision, sources: sources.map((source) => ({ ...source, revision })) })
      state.edges.set(target, held)
      return { id: edgeId(target, held.length - 1), target, type, sources: [...sources] }
    },
    edges: async (targets, revision) =>
      new Map(
        targets.flatMap((id): [string, Edge[]][] => {
          const into = edgesInto(state, id, revision)
          return into.length > 0 ? [[id, into]] : []
        }),
      ),
    select: async (branch, target, selection) => {
      const { conversation } = heldNode(state, target).node
      const selected = selectionsOf(state, branch)
      if (state.branches.get(branch)?.conversation !== conversation) throw new ForeignParent(target)
      const ways = edgesInto(state, target, Number.POSITIVE_INFINITY).filter(({ type }) => type === 'continuation')
      const { edge, source } = selection
      const named = ways.filter(({ id }) => edge === undefined || id === edge)
      if (edge !== undefined && named.length === 0) throw new UnknownWay(target, edge)
      const leads = ({ sources }: Edge): boolean =>
        sources.some(({ node, role }) => node === source && role === 'primary')
      if (source !== undefined && !named.some(leads)) throw new UnknownWay(target, source)
      const changed = new Map(selected)
      if (edge === undefined && source === undefined) changed.delete(target)
      else changed.set(target, { ...selection })
      state.selections.set(branch, changed)
    },
    selections: async (branch) => new Map(selectionsOf(state, branch)),
  }
}

/** The selections of a branch. */
export function selectionsOf(state: State, branch: string): ReadonlyMap<string, Selection> {
  if (!state.branches.has(branch)) throw new BranchNotFound(branch)
  return state.selections.get(branch) ?? new Map()
}

/** A fork begins with its parent's selections. */
export function inheritSelections(state: State, { id, parent }: Branch): void {
  const inherited = parent === null ? undefined : state.selections.get(parent)
  if (inherited) state.selections.set(id, inherited)
}
