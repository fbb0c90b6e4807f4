import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { jumpsFar } from '../../../../history/jump.ts'
import { nodeHashText } from '../../../../history/node-hash.ts'
import { hex } from '../../blobs.ts'
import { authors } from '../../nodes/node-row.ts'
import { flagGone } from '../../tombstone.ts'
import { type Finding, tally } from '../finding.ts'
import { eachRow, has } from '../raw.ts'
import { digestOf } from './contents.ts'

interface NodeWithParent {
  readonly key: number
  readonly id: string
  readonly conversation: number
  readonly parent: number | null
  readonly jump: number
  readonly depth: number
  readonly author: number
  readonly author_id: string | null
  readonly created_at: number
  readonly hash: Uint8Array
  readonly empty: number
  readonly digest: Uint8Array | null
  readonly content_head: number | null
  readonly parent_conversation: number | null
  readonly parent_depth: number | null
  readonly parent_hash: Uint8Array | null
  /** Where the jump of the parent's jump leads. */
  readonly far_jump: number | null
}

const nodesWithParents = `SELECT n.key, n.id, n.conversation, n.parent, n.jump, n.depth, n.author, n.author_id, n.created_at,
  n.hash, n.empty, c.digest, c.head AS content_head, p.conversation AS parent_conversation, p.depth AS parent_depth,
  p.hash AS parent_hash, f.jump AS far_jump
  FROM nodes n LEFT JOIN nodes p ON p.key = n.parent LEFT JOIN nodes f ON f.key = p.jump
  LEFT JOIN contents c ON c.key = n.content ORDER BY n.key`

/** Where a node stands among its siblings, and the note whose path it is on, if there is one. */
const misplaced = `SELECT n.id FROM nodes n LEFT JOIN nodes p ON p.key = n.parent
  WHERE n.base IS NOT (CASE WHEN n.note = 1 THEN n.key ELSE p.base END)
  UNION ALL SELECT id FROM (SELECT id, ordinal, row_number() OVER (PARTITION BY parent, note ORDER BY key) - 1 AS place
  FROM nodes WHERE parent IS NOT NULL) WHERE ordinal <> place`

/** Nodes: whether depth and jump follow from the parent, and the hash from parent, content, author and time. */
export function checkNodes(database: DatabaseSync): Finding[] {
  const links = tally()
  const hashes = tally()
  const flags = tally()
  const others = otherSources(database)
  const hashOfKey = database.prepare('SELECT hash FROM nodes WHERE key = ?')
  for (const node of eachRow<NodeWithParent>(database, nodesWithParents)) {
    if (node.parent !== null && node.parent_depth === null) continue
    if (!isLinked(node)) links.add(node.id)
    if (
      node.digest !== null &&
      hashOf(node, node.digest, node.parent_hash, hashesOf(others.get(node.key), hashOfKey)) !== hex(node.hash)
    )
      hashes.add(node.id)
    if ((node.content_head ?? 0) < 0 !== (flagGone(node.empty) !== undefined)) flags.add(node.id)
  }
  if (has(database, 'nodes', 'note')) for (const { id } of eachRow<{ id: string }>(database, misplaced)) links.add(id)
  return [
    ...links.findings(
      'node-links',
      (count) => `${nodes(count)} a depth, a jump or a conversation that does not follow from the parent.`,
    ),
    ...hashes.findings(
      'node-hashes',
      (count) => `${nodes(count)} a hash that does not follow: the node, or what stands before it, was changed.`,
    ),
    ...flags.findings(
      'node-links',
      (count) => `${nodes(count)} a content that is gone without the node saying so, or the other way round.`,
    ),
  ]
}

/** A node's hash as it follows from its row, its content's digest and its parent's hash. */
export function hashOf(
  row: { readonly author: number; readonly author_id: string | null; readonly created_at: number },
  digest: Uint8Array,
  parentHash: Uint8Array | null,
  otherParents: readonly Uint8Array[] = [],
): string {
  const text = nodeHashText({
    content: hex(digest),
    parentHash: parentHash === null ? null : hex(parentHash),
    otherParents: otherParents.map(hex),
    author: authors[row.author] ?? 'system',
    authorId: row.author_id ?? undefined,
    createdAt: row.created_at,
  })
  return digestOf(text).toString('hex')
}

/** The sources besides the parent of the edges that were made with their nodes, by node. */
export function otherSources(database: DatabaseSync): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  if (!has(database, 'sources')) return found
  const sql = `SELECT s.target, s.source FROM sources s JOIN nodes n ON n.key = s.target
    WHERE s.edge = 0 AND s.revision = 0 ORDER BY s.target, s.place`
  for (const { target, source } of eachRow<{ target: number; source: number }>(database, sql))
    found.set(target, [...(found.get(target) ?? []), source])
  return found
}

/** The hashes of nodes by their keys. */
export function hashesOf(keys: readonly number[] | undefined, hashOfKey: StatementSync): Uint8Array[] {
  return (keys ?? []).flatMap((key) => {
    const hash = hashOfKey.get(key)?.hash
    return hash instanceof Uint8Array ? [hash] : []
  })
}

function isLinked(node: NodeWithParent): boolean {
  if (node.parent === null) return node.depth === 0 && node.jump === node.key
  if (node.parent >= node.key || node.conversation !== node.parent_conversation) return false
  const parentDepth = node.parent_depth ?? 0
  return node.depth === parentDepth + 1 && node.jump === (jumpsFar(parentDepth) ? node.far_jump : node.parent)
}

function nodes(count: number): string {
  return count === 1 ? '1 node has' : `${count} nodes have`
}
