import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { hex } from '../../blobs.ts'
import { headOf, tombstoneHead, tombstoneText } from '../../tombstone.ts'
import { digestOf, isSound, type StoredText } from '../check/contents.ts'
import { hashOf } from '../check/nodes.ts'
import { allRows, eachRow, has, numberOf, oneRow, quoted, tableNames } from '../raw.ts'

/** What could not be kept when a store was put together again. */
export interface Losses {
  /** Contents of which only the fact is left, because their text was damaged or could not be read. */
  readonly contents: number
  /** Documents of plans that were damaged: their plans cannot be shown any more. */
  readonly documents: number
}

/**
 * Looks through rescued contents and documents. A text that is not what its digest says becomes a tombstone, unless a node
 * vouches that the text is right and the digest is what was damaged. A content that nodes refer to and that is not there
 * gets a tombstone, too.
 */
export function rebuildContents(database: DatabaseSync): Losses {
  let lost = 0
  const mend = database.prepare('UPDATE contents SET head = ?, digest = ?, json = ? WHERE key = ?')
  for (const row of unsound(database, 'contents')) {
    const computed = digestOf(row.json)
    if (isVouchedFor(database, row, computed)) mend.run(headOf(computed), computed, row.json, row.key)
    else {
      const digest = row.digest.length === 32 ? row.digest : madeUpDigest(row.key)
      mend.run(tombstoneHead(digest), digest, tombstoneText('lost'), row.key)
      lost++
    }
  }
  const insert = database.prepare('INSERT INTO contents (key, head, digest, json) VALUES (?, ?, ?, ?)')
  const missing = 'SELECT DISTINCT content AS key FROM nodes WHERE content NOT IN (SELECT key FROM contents)'
  for (const { key } of allRows<{ key: number }>(database, missing)) {
    const digest = madeUpDigest(key)
    insert.run(key, tombstoneHead(digest), digest, tombstoneText('lost'))
    lost++
  }
  const drop = database.prepare('DELETE FROM documents WHERE key = ?')
  const documents = unsound(database, 'documents')
  for (const { key } of documents) drop.run(key)
  return { contents: lost, documents: documents.length }
}

function unsound(database: DatabaseSync, table: 'contents' | 'documents'): StoredText[] {
  const found: StoredText[] = []
  for (const row of eachRow<StoredText>(database, `SELECT key, head, digest, json FROM ${table}`))
    if (!isSound(row)) found.push(row)
  return found
}

/** Whether a node with this content has the hash that follows if the content's digest is the given one. */
function isVouchedFor(database: DatabaseSync, { key }: StoredText, digest: Uint8Array): boolean {
  const node = oneRow<{
    author: number
    author_id: string | null
    created_at: number
    hash: Uint8Array
    parent_hash: Uint8Array | null
  }>(
    database,
    `SELECT n.author, n.author_id, n.created_at, n.hash, p.hash AS parent_hash
     FROM nodes n LEFT JOIN nodes p ON p.key = n.parent WHERE n.content = ? LIMIT 1`,
    key,
  )
  return node !== undefined && hashOf(node, digest, node.parent_hash) === hex(node.hash)
}

/** Stands for a digest that is lost. No text has it. */
function madeUpDigest(key: number): Uint8Array {
  return hash('sha256', `the lost content ${key}`, 'buffer')
}

/** Makes every figure that follows from others: counts of conversations, totals, sums along paths. */
export function rebuildFigures(database: DatabaseSync): void {
  database.exec(`
    DELETE FROM counts WHERE content NOT IN (SELECT key FROM contents);
    DELETE FROM totals;
    INSERT INTO totals SELECT count(*), coalesce(sum(octet_length(json)), 0) FROM contents WHERE head >= 0;
    UPDATE conversations SET nodes = (SELECT count(*) FROM nodes WHERE conversation = conversations.key),
      root = (SELECT min(key) FROM nodes WHERE conversation = conversations.key AND parent IS NULL);
    DELETE FROM sums;
  `)
  const insert = database.prepare('INSERT INTO sums (node, measure, total) VALUES (?, ?, ?)')
  const above = database.prepare('SELECT total FROM sums WHERE node = ? AND measure = ?')
  const sql = `SELECT n.key, n.parent, c.measure, c.size FROM nodes n JOIN counts c ON c.content = n.content ORDER BY n.key`
  for (const row of eachRow<{ key: number; parent: number | null; measure: number; size: number }>(database, sql)) {
    const before = row.parent === null ? 0 : above.get(row.parent, row.measure)?.total
    if (before !== undefined) insert.run(row.key, row.measure, Number(before) + row.size)
  }
}

/** Brings the store's revision up to the latest of what it counts. */
export function rebuildRevisions(database: DatabaseSync): void {
  if (!has(database, 'revisions')) return
  const counting = tableNames(database).filter((table) => has(database, table, 'revision'))
  const last = Math.max(...counting.map((table) => numberOf(database, `SELECT max(revision) FROM ${quoted(table)}`)))
  const told = numberOf(database, 'SELECT max(last) FROM revisions')
  database.exec('DELETE FROM revisions')
  database.prepare('INSERT INTO revisions VALUES (?)').run(Math.max(last, told))
}

interface Reference {
  readonly table: string
  readonly from: string
  readonly to: string | null
}

/** Takes references away that lead nowhere: the reference where it may be absent, else the row. Returns how many rows went. */
export function dropDangling(database: DatabaseSync): number {
  let dropped = 0
  for (const table of tableNames(database)) {
    if (table === 'nodes') continue
    const mandatory = new Set(
      allRows<{ name: string; notnull: number; pk: number }>(database, `PRAGMA table_info(${quoted(table)})`)
        .filter(({ notnull, pk }) => notnull === 1 || pk > 0)
        .map(({ name }) => name),
    )
    for (const { table: parent, from, to } of allRows<Reference>(
      database,
      `PRAGMA foreign_key_list(${quoted(table)})`,
    )) {
      const target = quoted(to ?? keyColumn(database, parent))
      const dangling = `${quoted(from)} IS NOT NULL AND ${quoted(from)} NOT IN (SELECT ${target} FROM ${quoted(parent)})`
      if (!mandatory.has(from)) database.exec(`UPDATE ${quoted(table)} SET ${quoted(from)} = NULL WHERE ${dangling}`)
      else dropped += Number(database.prepare(`DELETE FROM ${quoted(table)} WHERE ${dangling}`).run().changes)
    }
  }
  return dropped
}

function keyColumn(database: DatabaseSync, table: string): string {
  const sql = `SELECT name FROM pragma_table_info(?) WHERE pk = 1`
  return oneRow<{ name: string }>(database, sql, table)?.name ?? 'rowid'
}

/** Plans without their inputs or decisions are of no use; they go. Returns how many. */
export function dropPlans(database: DatabaseSync): number {
  const find = database.prepare('SELECT 1 FROM documents WHERE digest = ? AND head IN (?, ?)')
  const drop = database.prepare('DELETE FROM plans WHERE id = ?')
  const isThere = (digest: string): boolean => {
    const bytes = Buffer.from(digest, 'hex')
    return bytes.length === 32 && find.get(bytes, headOf(bytes), tombstoneHead(bytes)) !== undefined
  }
  const plans = allRows<{ id: string; inputs: string; decisions: string }>(
    database,
    'SELECT id, inputs, decisions FROM plans',
  )
  const broken = plans.filter(({ inputs, decisions }) => !isThere(inputs) || !isThere(decisions))
  for (const { id } of broken) drop.run(id)
  return broken.length
}

/** The number of nodes that conversations say they have; what is missing of it was lost. */
export function nodesPromised(database: DatabaseSync): number {
  return numberOf(database, 'SELECT coalesce(sum(nodes), 0) FROM conversations')
}
