import type { Workspace } from '../../config/open.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { AuthorType, Part } from '../../core/content/part.ts'
import type { Branch, Gone, Node, SizedNode } from '../../history/node.ts'
import type { Route } from '../../history/route.ts'
import type { Barred } from '../../stores/store.ts'

/** A node with what it says and what keeps it out of plans. */
export interface ReadNode extends SizedNode {
  readonly parts: readonly Part[]
  readonly barred: Barred | null
}

/** A node as every command prints it in JSON. */
export interface NodeData {
  readonly id: string
  readonly shortId: string
  readonly conversation: string
  readonly parent: string | null
  readonly depth: number
  readonly author: AuthorType
  readonly authorId: string | null
  readonly createdAt: number
  readonly size: number
  readonly excluded: boolean
  readonly pruned: boolean
  /** How its content went; null where it is there. */
  readonly gone: Gone | null
}

/** The fields of a node that stay the same from version to version. */
export function nodeData(node: ReadNode): NodeData {
  const { id, shortId, conversation, parent, depth, author, authorId = null, createdAt, size, gone = null } = node
  const kept = { excluded: node.barred === 'excluded', pruned: node.barred === 'pruned' }
  return { id, shortId, conversation, parent, depth, author, authorId, createdAt, size, ...kept, gone }
}

const chunk = 500

/**
 * The nodes between two positions of a route, root first, a few hundred at a time, so that a long conversation never
 * stands in memory as a whole.
 */
export async function* readNodes(
  { store }: Workspace,
  route: Route,
  range: { readonly from: number; readonly to: number },
  measure: Measure,
): AsyncIterable<ReadNode> {
  const revision = await store.revision()
  for (let from = range.from; from <= range.to; from += chunk) {
    const to = Math.min(range.to, from + chunk - 1)
    const nodes = await store.path(route, from, to, measure)
    const contents = await store.contents(nodes.map(({ content }) => content))
    const marked = await store.marked(route, from, to, measure, revision)
    const barred = new Map(marked.map(({ id, kind }) => [id, kind]))
    for (const node of nodes)
      yield { ...node, parts: node.gone ? [] : (contents.get(node.content) ?? []), barred: barred.get(node.id) ?? null }
  }
}

/** One node with its content, its size and what bars it. */
export async function readNode({ store }: Workspace, node: Node, measure: Measure): Promise<ReadNode> {
  const sized = (await store.nodes([node.id], measure)).get(node.id) ?? { ...node, size: 0 }
  const parts = node.gone ? undefined : (await store.contents([node.content])).get(node.content)
  const barred = (await store.barred([node.id], await store.revision())).get(node.id) ?? null
  return { ...sized, parts: parts ?? [], barred }
}

/** How many nodes there are from the root to a branch's head, as they were written. */
export async function lengthOf({ store }: Workspace, { head }: Branch): Promise<number> {
  const node = head === null ? undefined : await store.node(head)
  return (node?.depth ?? -1) + 1
}

/** The size of everything on a branch's path. Throws `ambiguous-path`. */
export async function totalSize({ store }: Workspace, { id, head }: Branch, measure: Measure): Promise<number> {
  if (head === null) return 0
  const route = await store.route(head, id)
  const last = (await store.length(route)) - 1
  return (await store.path(route, last, last, measure))[0]?.total ?? 0
}
