import { HeddleError } from '../core/errors.ts'
import { type Edge, edgeId, type Selection } from './edge.ts'
import type { Detour } from './route.ts'

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
    const way = wayInto(tree, target, selections.get(target))
    if (!way) return steps.reverse()
    const { edge, source: node } = way
    if (seen.has(node)) throw new CycleInPath(node)
    seen.add(node)
    const having = (role: 'context' | 'instruction'): string[] =>
      edge.sources.filter((source) => source.role === role).map((source) => source.node)
    steps.push({ node, context: having('context'), instructions: having('instruction') })
  }
}

/** How a path comes into a node: by which edge, and from which of its primary sources. */
export interface Way {
  readonly edge: Edge
  readonly source: string
}

/** The way that a path takes into a node; undefined where it begins there. Throws `AmbiguousPath`. */
export function wayInto(tree: TreeView, target: string, selection: Selection | undefined): Way | undefined {
  const edge = edgeInto(tree, target, selection)
  const source = edge && sourceOf(tree, edge, selection)
  return edge === undefined || source === undefined ? undefined : { edge, source }
}

/**
 * The detours of the path to a head, from the head to the root. `up` is where a node goes on to by the edge that was
 * made with it; null where it begins a path. Throws `AmbiguousPath`, `CycleInPath`.
 */
export function detoursTo(
  tree: TreeView,
  head: string,
  selections: ReadonlyMap<string, Selection>,
  up: (node: string) => string | null,
): Detour[] {
  const detours: Detour[] = []
  const seen = new Set([head])
  for (let at = head; ; ) {
    const way = wayInto(tree, at, selections.get(at))
    if (!way) return detours
    const detour = detourOf(at, way, up(at))
    if (detour) detours.push(detour)
    if (seen.has(way.source)) throw new CycleInPath(way.source)
    seen.add(way.source)
    at = way.source
  }
}

/** The detour that a way into a node is; undefined for the way by the edge made with the node, from its parent. */
export function detourOf(at: string, { edge, source }: Way, up: string | null): Detour | undefined {
  if (edge.id !== edgeId(at, 0)) return { at, to: source, edge: edge.id }
  return source === up ? undefined : { at, to: source }
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
