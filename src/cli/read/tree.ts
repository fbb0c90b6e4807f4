import type { Workspace } from '../../config/open.ts'
import type { AuthorType } from '../../core/content/part.ts'
import type { Node } from '../../history/node.ts'
import type { Barred } from '../../stores/store.ts'
import { headline } from '../print/parts.ts'
import type { Place } from './place.ts'

/** The nodes of a tree by numbers, in the order in which they were written; notes are left out. */
export interface ReadTree {
  readonly ids: readonly string[]
  readonly numbers: ReadonlyMap<string, number>
  /** The parent of each; -1 for the top. */
  readonly parents: Int32Array
  /** What a person should see first: bookmarked nodes and the heads of branches, the newest first. */
  readonly marked: readonly string[]
  /** The names of the branches that end at a node. */
  readonly heads: ReadonlyMap<string, readonly string[]>
  readonly bookmarks: ReadonlyMap<string, string>
  /** 1 for what a branch leads through: it has been seen where it was said. */
  readonly seen: Uint8Array
  /** How many notes there are about a node. */
  readonly notes: ReadonlyMap<string, number>
}

const chunk = 2000

/** Reads how a conversation hangs together, or the part of it below a node. */
export async function readTree({ store }: Workspace, conversation: string, top: string | undefined): Promise<ReadTree> {
  const ids: string[] = []
  const parents: number[] = []
  const numbers = new Map<string, number>()
  const notes = new Map<string, number>()
  for (let after: string | undefined; ; ) {
    const nodes = await store.written(conversation, { limit: chunk, ...(after === undefined ? {} : { after }) })
    for (const { id, parent, annotation } of nodes) {
      const above = parent === null ? undefined : numbers.get(parent)
      const isTop = top === undefined ? parent === null : id === top
      if (annotation) notes.set(parent ?? '', (notes.get(parent ?? '') ?? 0) + 1)
      else if (isTop || above !== undefined) {
        numbers.set(id, ids.length)
        ids.push(id)
        parents.push(isTop ? -1 : (above ?? -1))
      }
    }
    after = nodes.at(-1)?.id
    if (nodes.length < chunk) break
  }
  const bookmarks = new Map((await store.bookmarks(conversation)).map(({ node, label }) => [node, label]))
  const heads = new Map<string, readonly string[]>()
  for (const { head, name } of await store.branches(conversation))
    if (head !== null) heads.set(head, [...(heads.get(head) ?? []), name])
  const marked = [...[...bookmarks.keys()].reverse(), ...[...heads.keys()].reverse()]
  const tree = { ids, numbers, parents: Int32Array.from(parents), marked, heads, bookmarks, notes }
  return {
    ...tree,
    seen: seenIn(
      tree.parents,
      [...heads.keys()].map((id) => numbers.get(id) ?? -1),
    ),
  }
}

function seenIn(parents: Int32Array, heads: readonly number[]): Uint8Array {
  const seen = new Uint8Array(parents.length)
  for (const head of heads) for (let at = head; at >= 0 && seen[at] === 0; at = parents[at] ?? -1) seen[at] = 1
  return seen
}

/** The nodes that nobody went to and no branch leads through, in the order in which they were written; so many at the most. */
export async function unreadNodes({ store }: Workspace, tree: ReadTree, limit: number): Promise<readonly string[]> {
  const found: string[] = []
  for (let from = 0; from < tree.ids.length && found.length < limit; from += chunk) {
    const unseen = tree.ids.slice(from, from + chunk).filter((_, at) => tree.seen[from + at] === 0)
    const visits = await store.visits(unseen)
    found.push(...unseen.filter((id) => !visits.has(id)))
  }
  return found.slice(0, limit)
}

/** A node of a drawn tree. */
export interface TreeNode {
  readonly id: string
  readonly shortId: string
  readonly author: AuthorType
  readonly text: string
  /** A person is here. */
  readonly current: boolean
  /** It is on the path to where the person is. */
  readonly onPath: boolean
  /** The branches that end here. */
  readonly branches: readonly string[]
  readonly bookmark: string | null
  readonly barred: Barred | null
  /** Nobody went there, and no branch leads through it. */
  readonly unread: boolean
  readonly editedFrom: string | null
  readonly notes: number
}

/** What is shown of some nodes of a tree, by their numbers. */
export async function treeNodes(
  { store }: Workspace,
  place: Place,
  tree: ReadTree,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, TreeNode>> {
  const nodes: (readonly [number, Node])[] = []
  for (const number of numbers) {
    const node = await store.node(tree.ids[number] ?? '')
    if (node) nodes.push([number, node])
  }
  const ids = nodes.map(([, { id }]) => id)
  const contents = await store.contents(nodes.flatMap(([, { gone, content }]) => (gone ? [] : [content])))
  const barred = await store.barred(ids, await store.revision())
  const visits = await store.visits(ids)
  const { head, id: branch } = place.branch
  const path = head === null ? new Map() : await store.positions(await store.route(head, branch), ids)
  return new Map(
    nodes.map(([number, { id, shortId, author, content, gone, editedFrom }]): [number, TreeNode] => [
      number,
      {
        id,
        shortId,
        author,
        text: gone ? `(${gone})` : headline(contents.get(content) ?? []),
        current: place.node?.id === id,
        onPath: path.has(id),
        branches: tree.heads.get(id) ?? [],
        bookmark: tree.bookmarks.get(id) ?? null,
        barred: barred.get(id) ?? null,
        unread: tree.seen[number] === 0 && !visits.has(id),
        editedFrom: editedFrom ?? null,
        notes: tree.notes.get(id) ?? 0,
      },
    ]),
  )
}
