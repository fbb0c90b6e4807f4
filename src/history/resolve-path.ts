import { HeddleError } from '../core/errors.ts'
import type { Edge, Selection } from './edge.ts'

/** What resolving reads of a tree. */
export interface TreeView {
  /** The edges that lead to a node, in the order in which they were made. */
  incoming(node: string): readonly Edge[]
  /** Orders versions: the one with the largest is the latest. */
  createdAt(node: string): number
}

/** One node of a path, with what belongs to it on this path. */
export interface PathStep {
  readonly node: string
  /** Nodes that stand ahead of it as context, in the order of the edge. */
  readonly context: readonly string[]
  /** Nodes whose text goes into the system text, in the order of the edge. */
  readonly instructions: readonly string[]
}

/** Several edges lead to a node, and no selection says which one a path takes. */
export class AmbiguousPath extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string) {
    super('ambiguous-path', `Several continuations lead to ${nodeId}. Select the one that this branch takes.`)
    this.nodeId = nodeId
  }
}

/** Edges lead back to where they came from. */
export class CycleInPath extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string) {
    super('cycle', `The path comes back to ${nodeId}. An edge that closes a circle has to go.`)
    this.nodeId = nodeId
  }
}

/**
 * The path from the root to a head by continuation edges, through each edge's selected primary source: by default the
 * latest version. Context and instruction sources stand with the primary source of their edge. Throws `AmbiguousPath`, `CycleInPath`.
 */
export function resolvePath(
  tree: TreeView,
  head: string,
  selections: ReadonlyMap<string, Selection> = new Map(),
): PathStep[] {
  const steps: PathStep[] = [{ node: head, context: [], instructions: [] }]
  const seen = new Set([head])
  for (;;) {
    const target = steps[steps.length - 1]?.node ?? head
    const edge = edgeInto(tree, target, selections.get(target))
    const node = edge && sourceOf(tree, edge, selections.get(target))
    if (!edge || node === undefined) return steps.reverse()
    if (seen.has(node)) throw new CycleInPath(node)
    seen.add(node)
    const having = (role: 'context' | 'instruction'): string[] =>
      edge.sources.filter((source) => source.role === role).map((source) => source.node)
    steps.push({ node, context: having('context'), instructions: having('instruction') })
  }
}

function edgeInto(tree: TreeView, target: string, selection: Selection | undefined): Edge | undefined {
  const edges = tree.incoming(target).filter(({ type }) => type === 'continuation')
  const [only, ...more] = edges
  if (selection?.edge !== undefined) return edges.find(({ id }) => id === selection.edge) ?? ambiguous(target)
  if (more.length === 0) return only
  const named = edges.filter(({ sources }) => sources.some(({ node }) => node === selection?.source))
  return named.length === 1 ? named[0] : ambiguous(target)
}

function ambiguous(target: string): never {
  throw new AmbiguousPath(target)
}

function sourceOf(tree: TreeView, { sources }: Edge, selection: Selection | undefined): string | undefined {
  const versions = sources.filter(({ role }) => role === 'primary').map(({ node }) => node)
  if (selection?.source !== undefined && versions.includes(selection.source)) return selection.source
  return versions.reduce<string | undefined>(
    (latest, node) => (latest === undefined || tree.createdAt(node) >= tree.createdAt(latest) ? node : latest),
    undefined,
  )
}
