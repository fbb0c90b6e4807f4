import { type AliasedRawBuilder, sql } from 'kysely'
import type { Digest } from '../../../core/content/digest.ts'
import type { AuthorType } from '../../../core/content/part.ts'
import type { OpenCall } from '../../../history/derive.ts'
import type { EdgeType, SourceRole } from '../../../history/edge.ts'
import type { Node } from '../../../history/node.ts'
import type { NodeTable } from '../database/schema.ts'
import { flagGone } from '../tombstone.ts'

/** Authors by the number they are stored as. The order never changes. */
export const authors: readonly AuthorType[] = ['human', 'model', 'system', 'tool']

/** The columns that make a `Node`, its digests aside. */
export const nodeColumns = [
  'nodes.key',
  'nodes.id',
  'nodes.short_id',
  'nodes.parent',
  'nodes.depth',
  'nodes.author',
  'nodes.author_id',
  'nodes.created_at',
  'nodes.atom',
  'nodes.newest_human',
  'nodes.empty',
  'nodes.unmatched',
  'nodes.open_count',
  'nodes.note',
  'nodes.edited_from',
] as const

/** Digests come as text: that is faster than as bytes, which Node wraps one by one. */
export const digestColumns: readonly [AliasedRawBuilder<Digest, 'hash'>, AliasedRawBuilder<Digest, 'content'>] = [
  sql<Digest>`lower(hex(nodes.hash))`.as('hash'),
  sql<Digest>`lower(hex(contents.digest))`.as('content'),
]

type Plain = 'key' | 'id' | 'short_id' | 'parent' | 'depth' | 'author' | 'author_id' | 'created_at'
type Derived = 'atom' | 'newest_human' | 'empty' | 'unmatched' | 'open_count' | 'note' | 'edited_from'

/** Kinds of edges by the number they are stored as; a continuation is 0 everywhere. The order never changes. */
export const edgeTypes: readonly EdgeType[] = ['continuation', 'annotation']

/** Roles of sources by the number they are stored as; a primary source is 0 everywhere. The order never changes. */
export const sourceRoles: readonly SourceRole[] = ['primary', 'context', 'instruction']

/** A row of these columns. */
export type NodeRow = Pick<NodeTable, Plain | Derived> & { readonly hash: Digest; readonly content: Digest }

/** A row as a node. `idOf` gives the ids of the keys that rows refer to. */
export function nodeOf(row: NodeRow, conversation: string, idOf: (key: number) => string): Node {
  const node: Written<Node> = {
    id: row.id,
    shortId: row.short_id,
    conversation,
    parent: row.parent === null ? null : idOf(row.parent),
    depth: row.depth,
    author: authors[row.author] ?? 'system',
    content: row.content,
    hash: row.hash,
    createdAt: row.created_at,
    empty: row.empty !== 0,
    unmatched: row.unmatched === 1,
    openCalls: row.open_count,
  }
  if (row.author_id !== null) node.authorId = row.author_id
  if (row.atom !== null) node.atom = idOf(row.atom)
  const gone = row.empty > 1 ? flagGone(row.empty) : undefined
  if (gone !== undefined) node.gone = gone
  if (row.note === 1) node.annotation = true
  if (row.edited_from !== null) node.editedFrom = idOf(row.edited_from)
  if (row.newest_human !== null) node.newestHuman = idOf(row.newest_human)
  return node
}

/** While it is being put together; spreading optional fields in would take ten times as long. */
type Written<Value> = { -readonly [Field in keyof Value]: Value[Field] }

type StoredCall = readonly [callId: string, atom: number, depth: number]

/** The open calls as they are stored: the run, then each call; null when none is open. */
export function packCalls(open: readonly OpenCall<number>[], run: number | null): string | null {
  if (open.length === 0) return null
  return JSON.stringify([run, ...open.map(({ callId, atom, depth }): StoredCall => [callId, atom, depth])])
}

/** The reverse of `packCalls`. */
export function unpackCalls(stored: string | null): {
  readonly open: readonly OpenCall<number>[]
  readonly run: number | null
} {
  if (stored === null) return { open: [], run: null }
  const [run, ...calls] = JSON.parse(stored) as readonly [number | null, ...StoredCall[]]
  return { run, open: calls.map(([callId, atom, depth]) => ({ callId, atom, depth })) }
}
