import type { DatabaseSync } from 'node:sqlite'
import type { Part } from '../../../../core/content/part.ts'
import { derive } from '../../../../history/derive.ts'
import { jumpsFar } from '../../../../history/jump.ts'
import { hex } from '../../blobs.ts'
import type { NodeTable } from '../../database/schema.ts'
import { authors, packCalls, unpackCalls } from '../../nodes/node-row.ts'
import { goneFlag, goneText } from '../../tombstone.ts'
import { hashesOf, hashOf, otherSources } from '../check/nodes.ts'
import { allRows, has, numberOf, oneRow } from '../raw.ts'

type Row = NodeTable & { readonly digest: Uint8Array; readonly json: string }

/** What was changed in nodes when they were linked again. */
export interface Relinked {
  /** Nodes whose parent was lost, and that follow the nearest node before it now. */
  readonly moved: number
  /** Nodes with a new hash, because of what was lost in them or before them. */
  readonly rehashed: number
}

const select = `SELECT n.*, c.digest, c.json FROM nodes n JOIN contents c ON c.key = n.content WHERE n.key = ?`

/**
 * Makes everything that follows from a node's parent and content: depth, jump, atom, hash and so on, parents first. A node
 * whose parent was lost follows the nearest node before it that is left. Contents are there, if only as tombstones.
 */
export function rebuildNodes(database: DatabaseSync): Relinked {
  const find = database.prepare(select)
  const above = database.prepare('SELECT * FROM nodes WHERE key = ?')
  const update =
    database.prepare(`UPDATE nodes SET parent = ?, jump = ?, depth = ?, hash = ?, atom = ?, newest_human = ?,
    empty = ?, unmatched = ?, open_count = ?, open_calls = ? WHERE key = ?`)
  const jumpOf = (to: number): number => numberOf(database, 'SELECT jump FROM nodes WHERE key = ?', to)
  const others = otherSources(database)
  const hashOfKey = database.prepare('SELECT hash FROM nodes WHERE key = ?')
  let moved = 0
  let rehashed = 0
  for (const { key } of allRows<{ key: number }>(database, 'SELECT key FROM nodes ORDER BY key')) {
    const row = find.get(key) as Row | undefined
    if (row === undefined) continue
    const parentKey = parentOf(database, row)
    if (parentKey !== row.parent) moved++
    const parent = parentKey === null ? undefined : (above.get(parentKey) as NodeTable | undefined)
    const hash = hashOf(row, row.digest, parent?.hash ?? null, hashesOf(others.get(key), hashOfKey))
    if (hash !== hex(row.hash)) rehashed++
    const made = derived(row, parent, parentKey === row.parent)
    update.run(
      parent?.key ?? null,
      parent === undefined ? key : jumpsFar(parent.depth) ? jumpOf(parent.jump) : parent.key,
      parent === undefined ? 0 : parent.depth + 1,
      Buffer.from(hash, 'hex'),
      made.atom,
      made.newest_human,
      made.empty,
      made.unmatched,
      made.open_count,
      made.open_calls,
      key,
    )
  }
  if (has(database, 'nodes', 'note')) rebuildPlaces(database)
  database.exec(`
    UPDATE nodes SET atom = NULL WHERE atom NOT IN (SELECT key FROM nodes);
    UPDATE nodes SET newest_human = NULL WHERE newest_human NOT IN (SELECT key FROM nodes);
    DELETE FROM marks WHERE node NOT IN (SELECT key FROM nodes);
    UPDATE marks SET depth = (SELECT depth FROM nodes WHERE key = marks.node);
  `)
  return { moved, rehashed }
}

/** Where nodes stand among their siblings, the notes whose paths they are on, and what they are versions of. */
function rebuildPlaces(database: DatabaseSync): void {
  database.exec(`
    UPDATE nodes SET edited_from = NULL WHERE edited_from NOT IN (SELECT key FROM nodes);
    UPDATE nodes SET ordinal = placed.place FROM (
      SELECT key, row_number() OVER (PARTITION BY parent, note ORDER BY key) - 1 AS place FROM nodes WHERE parent IS NOT NULL
    ) AS placed WHERE nodes.key = placed.key AND ordinal <> place;
  `)
  const rebase = database.prepare(
    'UPDATE nodes SET base = CASE WHEN note = 1 THEN key ELSE (SELECT base FROM nodes p WHERE p.key = nodes.parent) END WHERE key = ?',
  )
  for (const { key } of allRows<{ key: number }>(database, 'SELECT key FROM nodes ORDER BY key')) rebase.run(key)
}

type Derivable = Pick<NodeTable, 'atom' | 'newest_human' | 'empty' | 'unmatched' | 'open_count' | 'open_calls'>

/** A node whose content is gone keeps what was derived from it, as long as its parent is the one it had. */
function derived(row: Row, parent: NodeTable | undefined, sameParent: boolean): Derivable {
  const gone = goneText(row.json)
  if (gone !== undefined && sameParent) return { ...row, empty: goneFlag(gone) }
  const parts = gone === undefined ? (JSON.parse(row.json) as readonly Part[]) : []
  const above =
    parent === undefined
      ? null
      : row.note === 1
        ? { depth: parent.depth, newestHuman: null, open: [], run: null }
        : { depth: parent.depth, newestHuman: parent.newest_human, ...unpackCalls(parent.open_calls) }
  const made = derive(row.key, { author: authors[row.author] ?? 'system', parts }, above)
  return {
    atom: made.atom,
    newest_human: made.newestHuman,
    empty: gone === undefined ? Number(made.empty) : goneFlag(gone),
    unmatched: Number(made.unmatched),
    open_count: made.open.length,
    open_calls: packCalls(made.open, made.run),
  }
}

/**
 * The parent, if it is there; else where the path most likely went: a node of the same conversation shortly before it whose
 * depth fits a straight line, the node that its jump leads to, or the first of the conversation.
 */
function parentOf(database: DatabaseSync, row: Row): number | null {
  const isOurs = (key: number): boolean =>
    key < row.key &&
    numberOf(database, 'SELECT count(*) FROM nodes WHERE key = ? AND conversation = ?', key, row.conversation) > 0
  if (row.parent !== null && isOurs(row.parent)) return row.parent
  const before = oneRow<{ key: number; depth: number }>(
    database,
    'SELECT key, depth FROM nodes WHERE key < ? AND conversation = ? ORDER BY key DESC LIMIT 1',
    Math.min(row.key, row.parent ?? row.key),
    row.conversation,
  )
  const first = numberOf(database, 'SELECT coalesce(min(key), 0) FROM nodes WHERE conversation = ?', row.conversation)
  if (first === row.key) return null
  if (row.parent !== null && before && row.parent - before.key <= row.depth && before.depth < row.depth)
    return before.key
  return isOurs(row.jump) ? row.jump : first
}
