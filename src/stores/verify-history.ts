import { type Digest, digestJson } from '../core/content/digest.ts'
import type { Part } from '../core/content/part.ts'
import type { Edge } from '../history/edge.ts'
import type { Node } from '../history/node.ts'
import { nodeHash } from '../history/node-hash.ts'
import type { Conversations, Store } from './store.ts'

/** What does not follow: a content that is not what its digest says, or a node's hash that is not that of what it covers. */
export interface Mismatch {
  readonly kind: 'content' | 'hash'
  readonly node: string
  readonly shortId: string
  readonly expected: Digest
  /** What the content digests to, or the hash that is stored; null for a content that is not there. */
  readonly got: Digest | null
}

/** What verifying a conversation came to. */
export interface Verified {
  readonly nodes: number
  /** In the order in which the nodes were written. */
  readonly mismatches: readonly Mismatch[]
  /** Nodes whose content was purged: that is no mismatch, but it cannot be checked any more. */
  readonly purged: number
}

/** What verifying reads. */
export type Verifiable = Pick<Store, 'written' | 'node' | 'edges' | 'contents' | 'purged'> &
  Pick<Conversations, 'nodeCount'>

/** How many nodes are read at a time. */
const batch = 1000
/** How many hashes are kept for children that come later. */
const remembered = 100_000

/**
 * Computes every content's digest and every node's hash anew, from the root to the leaves. Each node is held against the
 * stored hashes of its parents, so that a change shows where it is: in the node itself, and in its children if its hash
 * was changed to fit. Throws `conversation-not-found`.
 */
export async function verifyHistory(
  store: Verifiable,
  conversation: string,
  onProgress?: (done: number, total: number) => void,
): Promise<Verified> {
  const total = await store.nodeCount(conversation)
  const hashes = new Map<string, Digest>()
  const mismatches: Mismatch[] = []
  let nodes = 0
  let purged = 0
  for (let after: string | undefined; ; ) {
    const written: readonly Node[] = await store.written(conversation, {
      limit: batch,
      ...(after === undefined ? {} : { after }),
    })
    after = written.at(-1)?.id
    if (after === undefined) return { nodes, mismatches, purged }
    for (const { id, hash } of written) hashes.set(id, hash)
    const edges = await store.edges(
      written.map(({ id }) => id),
      0,
    )
    await addMissing(store, hashes, edges)
    const contents = await contentsOf(store, written)
    for (const node of written) {
      const content = contents.get(node.content)
      if (content === 'purged') purged++
      else if (content !== node.content) mismatches.push(mismatch('content', node, node.content, content ?? null))
      const expected = expectedHash(node, edges.get(node.id)?.[0], hashes)
      if (expected !== node.hash) mismatches.push(mismatch('hash', node, expected, node.hash))
    }
    nodes += written.length
    onProgress?.(nodes, total)
    for (const id of hashes.keys()) if (hashes.size > remembered) hashes.delete(id)
  }
}

function mismatch(kind: Mismatch['kind'], { id, shortId }: Node, expected: Digest, got: Digest | null): Mismatch {
  return { kind, node: id, shortId, expected, got }
}

/** What each content digests to; absent where it is not there. */
async function contentsOf(store: Verifiable, nodes: readonly Node[]): Promise<Map<Digest, Digest | 'purged'>> {
  const digests = [...new Set(nodes.map(({ content }) => content))]
  const contents = await store.contents(digests)
  const found = new Map<Digest, Digest | 'purged'>()
  for (const [digest, parts] of contents) found.set(digest, digestJson(parts satisfies readonly Part[]))
  const missing = digests.filter((digest) => !contents.has(digest))
  for (const digest of await store.purged(missing)) found.set(digest, 'purged')
  return found
}

/** Adds the hashes of parents that were written long before. */
async function addMissing(
  store: Verifiable,
  hashes: Map<string, Digest>,
  edges: ReadonlyMap<string, readonly Edge[]>,
): Promise<void> {
  const missing = new Set<string>()
  for (const into of edges.values())
    for (const { node } of into[0]?.sources ?? []) if (!hashes.has(node)) missing.add(node)
  for (const id of missing) hashes.set(id, (await store.node(id))?.hash ?? '')
}

function expectedHash(node: Node, edge: Edge | undefined, hashes: ReadonlyMap<string, Digest>): Digest {
  const [parentHash = null, ...otherParents] = (edge?.sources ?? []).map((source) => hashes.get(source.node) ?? '')
  return nodeHash({ ...node, parentHash, otherParents })
}
