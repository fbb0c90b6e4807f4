import type { Workspace } from '../../config/open.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { AuthorType, Part } from '../../core/content/part.ts'
import type { Branch, Node, PathNode } from '../../history/node.ts'

/** A node on a path with what it says and whether a person excluded it. */
export interface ReadNode extends PathNode {
  readonly parts: readonly Part[]
  readonly excluded: boolean
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
}

/** The fields of a node that stay the same from version to version. */
export function nodeData(node: ReadNode): NodeData {
  const { id, shortId, conversation, parent, depth, author, authorId, createdAt, size, excluded } = node
  return { id, shortId, conversation, parent, depth, author, authorId: authorId ?? null, createdAt, size, excluded }
}

const chunk = 500

/**
 * The nodes between two depths on the path to a head, root first, a few hundred at a time, so that a long conversation never
 * stands in memory as a whole.
 */
export async function* readNodes(
  { store }: Workspace,
  head: string,
  range: { readonly from: number; readonly to: number },
  measure: Measure,
): AsyncIterable<ReadNode> {
  const revision = await store.markRevision()
  for (let from = range.from; from <= range.to; from += chunk) {
    const to = Math.min(range.to, from + chunk - 1)
    const nodes = await store.path(head, from, to, measure)
    const contents = await store.contents(nodes.map(({ content }) => content))
    const marked = await store.marked(head, from, to, measure, revision)
    const excluded = new Set(marked.map(({ id }) => id))
    for (const node of nodes)
      yield { ...node, parts: contents.get(node.content) ?? [], excluded: excluded.has(node.id) }
  }
}

/** One node with its content, its size and its mark. */
export async function readNode(workspace: Workspace, node: Node, measure: Measure): Promise<ReadNode> {
  for await (const read of readNodes(workspace, node.id, { from: node.depth, to: node.depth }, measure)) return read
  return { ...node, size: 0, total: 0, parts: [], excluded: false }
}

/** How many nodes a branch has on its path, and how many of them are its own. */
export async function lengthOf(
  { store }: Workspace,
  branch: Branch,
): Promise<{ readonly path: number; readonly own: number }> {
  const head = branch.head === null ? undefined : await store.node(branch.head)
  const forkPoint = branch.forkPoint === null ? undefined : await store.node(branch.forkPoint)
  const path = (head?.depth ?? -1) + 1
  return { path, own: Math.max(0, path - ((forkPoint?.depth ?? -1) + 1)) }
}

/** The size of everything on the path to a head. */
export async function totalSize({ store }: Workspace, head: string | null, measure: Measure): Promise<number> {
  const node = head === null ? undefined : await store.node(head)
  return node ? ((await store.path(node.id, node.depth, node.depth, measure))[0]?.total ?? 0) : 0
}
