import { type AliasedRawBuilder, sql } from 'kysely'
import type { Digest } from '../../core/content/digest.ts'
import type { AuthorType } from '../../core/content/part.ts'
import type { OpenCall } from '../../history/derive.ts'
import type { Node } from '../../history/node.ts'
import type { NodeTable } from './schema.ts'

/** Authors by the number they are stored as. The order never changes. */
export const authors: readonly AuthorType[] = ['human', 'model', 'system', 'tool']

const hash: AliasedRawBuilder<Digest, 'hash'> = sql<Digest>`lower(hex(nodes.hash))`.as('hash')
const content: AliasedRawBuilder<Digest, 'content'> = sql<Digest>`lower(hex(contents.digest))`.as('content')

/** The columns that make a `Node`. Digests come as text: that is faster than as bytes, which Node wraps one by one. */
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
  hash,
  content,
] as const

type Plain = 'key' | 'id' | 'short_id' | 'parent' | 'depth' | 'author' | 'author_id' | 'created_at'
type Derived = 'atom' | 'newest_human' | 'empty' | 'unmatched' | 'open_count'

/** A row of these columns. */
export type NodeRow = Pick<NodeTable, Plain | Derived> & { readonly hash: Digest; readonly content: Digest }

/** A row as a node. `idOf` gives the ids of the keys that rows refer to. */
export function nodeOf(row: NodeRow, conversation: string, idOf: (key: number) => string): Node {
  return {
    id: row.id,
    shortId: row.short_id,
    conversation,
    parent: row.parent === null ? null : idOf(row.parent),
    depth: row.depth,
    author: authors[row.author] ?? 'system',
    ...(row.author_id === null ? {} : { authorId: row.author_id }),
    content: row.content,
    hash: row.hash,
    createdAt: row.created_at,
    ...(row.atom === null ? {} : { atom: idOf(row.atom) }),
    ...(row.newest_human === null ? {} : { newestHuman: idOf(row.newest_human) }),
    empty: row.empty === 1,
    unmatched: row.unmatched === 1,
    openCalls: row.open_count,
  }
}

type StoredCall = readonly [callId: string, atom: number, depth: number]

/** The open calls as they are stored: the run, then each call; null when none is open. */
export function packCalls(open: readonly OpenCall<number>[], run: number | null): string | null {
  if (open.length === 0) return null
  return JSON.stringify([run, ...open.map(({ callId, atom, depth }): StoredCall => [callId, atom, depth])])
}

/** The reverse of `packCalls`. */
export function unpackCalls(stored: string | null): { readonly open: readonly OpenCall<number>[]; readonly run: number | null } {
  if (stored === null) return { open: [], run: null }
  const [run, ...calls] = JSON.parse(stored) as readonly [number | null, ...StoredCall[]]
  return { run, open: calls.map(([callId, atom, depth]) => ({ callId, atom, depth })) }
}
