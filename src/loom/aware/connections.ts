import type { Node } from '../../history/node.ts'
import type { Notebook } from '../../stores/notebook.ts'
import type { Paths, Trees } from '../../stores/store.ts'
import type { Connections } from '../texts/header.ts'

/** How many notes and links of a node are counted at the most. */
const countedAtMost = 100

/** The part of the port that headers are read from. */
export type Surroundings = Pick<Paths, 'node' | 'revision'> &
  Pick<Trees, 'children' | 'siblings' | 'edges'> &
  Pick<Notebook, 'bookmarks'>

/**
 * What hangs on a node now. `isLast`: it is the last of its path, so that even a single continuation is another one.
 */
export async function connectionsOf(
  store: Surroundings,
  node: Node,
  { isLast, bookmarks }: { readonly isLast: boolean; readonly bookmarks: ReadonlyMap<string, string> },
): Promise<Connections> {
  const continuations = await continuationCount(store, node.id)
  const notes = await store.children(node.id, { type: 'annotation', limit: countedAtMost })
  const annotations = notes.filter((note) => note.annotation === true && note.parent === node.id).length
  const edges = (await store.edges([node.id], await store.revision())).get(node.id) ?? []
  const linkedFrom = edges.slice(1).filter(({ type }) => type === 'annotation').length
  return {
    continuations: continuations === 1 && !isLast ? 0 : continuations,
    annotations,
    links: notes.length - annotations + linkedFrom,
    bookmark: bookmarks.get(node.id) ?? null,
  }
}

/** How many nodes go on from a node. */
async function continuationCount(store: Pick<Trees, 'children' | 'siblings'>, node: string): Promise<number> {
  const some = await store.children(node, { limit: 2 })
  const own = some.find((child) => child.parent === node && child.annotation !== true)
  if (some.length < 2 || own === undefined) return some.length
  return (await store.siblings(own.id)).count
}

/** The labels of all bookmarks of a conversation, by node. */
export async function bookmarkLabels(
  store: Pick<Notebook, 'bookmarks'>,
  conversation: string,
): Promise<ReadonlyMap<string, string>> {
  return new Map((await store.bookmarks(conversation)).map(({ node, label }) => [node, label]))
}
