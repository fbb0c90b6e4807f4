import {
  type Edge,
  HeddleError,
  pathEntries,
  resolvePath,
  type Selection,
  type TreeView,
  withDescendants,
} from '../../src/index.ts'
import type { Area, Given } from '../area.ts'

interface GivenBranch {
  readonly id: string
  readonly parent?: string
  readonly forkPoint?: string
  readonly head?: string | null
}

interface Operation {
  readonly op: 'prune' | 'restore' | 'exclude' | 'include'
  readonly id?: string
  readonly node?: string
  readonly prune?: string
}

/** What is sent of a tree, for a head or a branch. */
export const assemblyPaths: Area = (given) => {
  const edges = given.edges as Edge[]
  try {
    const selections = new Map(Object.entries((given.selections ?? {}) as { [target: string]: Selection }))
    const steps = resolvePath(treeOf(given, edges), headOf(given), selections)
    const { excluded, pruned } = marksOf((given.operations ?? []) as Operation[], edges)
    const entries = pathEntries(steps, {
      annotations: (node) =>
        edges
          .filter((edge) => edge.type === 'annotation' && edge.sources[0]?.node === node)
          .map(({ target }) => target),
      bar: (node) => (excluded.has(node) ? 'excluded' : pruned.has(node) ? 'pruned' : undefined),
      named: new Set((given.includeAnnotations ?? []) as string[]),
    })
    const sent = entries.filter(({ bar }) => bar === undefined)
    return {
      path: sent.filter(({ as }) => as === 'node' || as === 'annotation').map(({ node }) => node),
      contextOf: Object.fromEntries(
        steps.filter(({ context }) => context.length > 0).map(({ node, context }) => [node, context]),
      ),
      instructions: sent.filter(({ as }) => as === 'instruction').map(({ node }) => node),
      leftOut: entries.filter(({ bar }) => bar !== undefined).map(({ node, bar }) => ({ node, reason: bar })),
    }
  } catch (error) {
    if (error instanceof HeddleError)
      return { error: { code: error.code, node: (error as { nodeId?: string }).nodeId } }
    throw error
  }
}

function treeOf(given: Given, edges: readonly Edge[]): TreeView {
  const created = new Map(
    (given.nodes as { id: string; createdAt: number }[]).map(({ id, createdAt }) => [id, createdAt]),
  )
  return {
    incoming: (node) => edges.filter(({ target }) => target === node),
    createdAt: (node) => created.get(node) ?? 0,
  }
}

function headOf(given: Given): string {
  if (given.branch === undefined) return given.head as string
  const branch = (given.branches as GivenBranch[]).find(({ id }) => id === given.branch)
  return branch?.head ?? branch?.forkPoint ?? ''
}

function marksOf(
  operations: readonly Operation[],
  edges: readonly Edge[],
): { excluded: Set<string>; pruned: Set<string> } {
  const excluded = new Set<string>()
  const prunes = new Map<string, readonly string[]>()
  const children = (node: string): string[] =>
    edges
      .filter(({ sources }) => sources.some((source) => source.node === node && source.role === 'primary'))
      .map(({ target }) => target)
  for (const { op, id = '', node = '', prune = '' } of operations) {
    if (op === 'prune') prunes.set(id, withDescendants(node, children))
    if (op === 'restore') prunes.delete(prune)
    if (op === 'exclude') excluded.add(node)
    if (op === 'include') excluded.delete(node)
  }
  return { excluded, pruned: new Set([...prunes.values()].flat()) }
}
