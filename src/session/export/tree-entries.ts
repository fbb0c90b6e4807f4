import type { Part } from '../../core/content/part.ts'
import type { BranchEntry, ConversationEntry, Entry, ExportedNode, SelectEntry } from '../../formats/format.ts'
import type { Conversation } from '../../history/conversation.ts'
import { type Edge, edgeNumber } from '../../history/edge.ts'
import type { Branch, Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import { edgePlaces } from './edge-places.ts'
import { prunePlaces } from './prune-places.ts'

/** Nodes are read so many at a time. */
const chunk = 500

/**
 * A whole conversation as entries: its nodes in the order in which they were written, each prune behind the last node that it
 * covers, each further edge ahead of the versions that it gained, then branches and their choices. Keys are the nodes' ids. Holds a few hundred nodes at a time.
 */
export async function* treeEntries(
  store: Store,
  conversation: Conversation,
  onProgress?: (nodes: number) => void,
): AsyncIterable<Entry | ExportedNode> {
  yield conversationEntry(conversation)
  const bookmarks = new Map((await store.bookmarks(conversation.id)).map(({ node, label }) => [node, label]))
  const places = await prunePlaces(store, conversation.id)
  const edges = edgePlaces(store)
  let written = 0
  for (let last: string | undefined; ; ) {
    const nodes = await store.written(conversation.id, { limit: chunk, ...(last === undefined ? {} : { after: last }) })
    const read = await readChunk(store, nodes)
    for (const node of nodes) {
      yield* await edges.before(node)
      yield await nodeEntry(store, node, read, bookmarks.get(node.id))
      edges.met(read.edges.get(node.id) ?? [])
      yield* await places.behind(node)
    }
    written += nodes.length
    onProgress?.(written)
    last = nodes.at(-1)?.id
    if (last === undefined) break
  }
  yield* edges.rest()
  yield* places.rest()
  yield* await branchEntries(store, conversation)
}

function conversationEntry({ id, title, system, tools, createdAt, mode, settings }: Conversation): ConversationEntry {
  return {
    kind: 'conversation',
    key: id,
    title,
    ...(system === null ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools }),
    createdAt,
    mode,
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  }
}

/** What is read for some nodes at once. */
interface Chunk {
  readonly contents: ReadonlyMap<string, readonly Part[]>
  /** All edges as they are now, by target. */
  readonly edges: ReadonlyMap<string, readonly Edge[]>
  /** The edge that was made with a node, as it was then, by target. */
  readonly made: ReadonlyMap<string, readonly Edge[]>
  readonly excluded: ReadonlySet<string>
}

async function readChunk(store: Store, nodes: readonly Node[]): Promise<Chunk> {
  const ids = nodes.map(({ id }) => id)
  const revision = await store.revision()
  const barred = await store.barred(ids, revision)
  return {
    contents: await store.contents(nodes.filter(({ gone }) => gone === undefined).map(({ content }) => content)),
    edges: await store.edges(ids, revision),
    made: await store.edges(ids, 0),
    excluded: new Set([...barred].flatMap(([id, why]) => (why === 'excluded' ? [id] : []))),
  }
}

async function nodeEntry(store: Store, node: Node, read: Chunk, bookmark: string | undefined): Promise<ExportedNode> {
  const { id, shortId, hash, parent, author, authorId, createdAt, annotation, editedFrom, content } = node
  const sources = (read.made.get(id) ?? []).flatMap((edge) => edge.sources.filter(({ role }) => role !== 'primary'))
  const tags = await store.tags(id)
  return {
    kind: 'node',
    key: id,
    parent,
    author,
    ...(authorId === undefined ? {} : { authorId }),
    createdAt,
    ...(annotation === undefined ? {} : { annotation }),
    ...(editedFrom === undefined ? {} : { editedFrom }),
    ...(sources.length === 0 ? {} : { sources: sources.map(({ node: key, role }) => ({ key, role })) }),
    ...(read.excluded.has(id) ? { excluded: true } : {}),
    ...(bookmark === undefined ? {} : { bookmark }),
    ...(tags.length === 0 ? {} : { tags }),
    parts: read.contents.get(content) ?? [],
    id,
    shortId,
    hash,
  }
}

async function branchEntries(store: Store, conversation: Conversation): Promise<(BranchEntry | SelectEntry)[]> {
  const branches = parentsFirst(await store.branches(conversation.id))
  const names = new Map(branches.map(({ id, name }) => [id, name]))
  const entries = branches.map(({ id, name, head, forkPoint, parent, createdAt }): BranchEntry => {
    const from = parent === null ? undefined : names.get(parent)
    return {
      kind: 'branch',
      name,
      head,
      forkPoint,
      ...(from === undefined ? {} : { parent: from }),
      ...(id === conversation.branch ? { current: true } : {}),
      createdAt,
    }
  })
  const selects: SelectEntry[] = []
  for (const { id, name } of branches)
    for (const [target, { edge, source }] of [...(await store.selections(id))].sort(([a], [b]) => (a < b ? -1 : 1)))
      selects.push({
        kind: 'select',
        branch: name,
        target,
        ...(edge === undefined ? {} : { edge: edgeNumber(edge) }),
        ...(source === undefined ? {} : { source }),
      })
  return [...entries, ...selects]
}

/** Branches in their order, but none before the one it left. */
function parentsFirst(branches: readonly Branch[]): Branch[] {
  const waiting = new Map<string, Branch[]>()
  const placed = new Set<string>()
  const ordered: Branch[] = []
  for (const branch of branches) {
    const ready = branch.parent === null || placed.has(branch.parent) ? [branch] : []
    if (ready.length === 0) waiting.set(branch.parent ?? '', [...(waiting.get(branch.parent ?? '') ?? []), branch])
    for (const next of ready) {
      placed.add(next.id)
      ordered.push(next)
      ready.push(...(waiting.get(next.id) ?? []))
      waiting.delete(next.id)
    }
  }
  return ordered
}
