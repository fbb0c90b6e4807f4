import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { hex } from '../../blobs.ts'
import { digestBytes, goneText, headOf, tombstoneHead } from '../../tombstone.ts'
import { type Finding, tally } from '../finding.ts'
import { eachRow } from '../raw.ts'

/** A row of contents or documents. */
export interface StoredText {
  readonly key: number
  readonly head: number
  readonly digest: Uint8Array
  readonly json: string
}

/** Whether a text is what its digest says, or a tombstone is one. */
export function isSound({ head, digest, json }: StoredText): boolean {
  if (digest.length !== 32) return false
  if (head < 0) return head === tombstoneHead(digest) && goneText(json) !== undefined
  return head === headOf(digest) && digestOf(json).equals(digest)
}

/** The digest of a stored text. */
export function digestOf(json: string): Buffer {
  return hash('sha256', json, 'buffer')
}

/** Contents and documents: whether each is what its digest says, and whether plans have theirs. */
export function checkContents(database: DatabaseSync): Finding[] {
  return [
    ...texts(
      database,
      'contents',
      (count) =>
        `${count === 1 ? '1 content is' : `${count} contents are`} not what was stored: text and digest differ.`,
    ),
    ...texts(
      database,
      'documents',
      (count) => `${count === 1 ? '1 document is' : `${count} documents are`} not what was stored: plans rest on them.`,
    ),
    ...planDocuments(database),
  ]
}

function texts(database: DatabaseSync, table: 'contents' | 'documents', message: (count: number) => string): Finding[] {
  const wrong = tally()
  for (const row of eachRow<StoredText>(database, `SELECT key, head, digest, json FROM ${table}`))
    if (!isSound(row)) wrong.add(hex(row.digest))
  return wrong.findings(table, message)
}

function planDocuments(database: DatabaseSync): Finding[] {
  const wrong = tally()
  const find = database.prepare('SELECT 1 FROM documents WHERE head IN (?, ?) AND digest = ?')
  const isThere = (digest: string): boolean => {
    const bytes = digestBytes(digest)
    return bytes !== undefined && find.get(headOf(bytes), tombstoneHead(bytes), bytes) !== undefined
  }
  const sql = 'SELECT id, inputs, decisions FROM plans'
  for (const { id, inputs, decisions } of eachRow<{ id: string; inputs: string; decisions: string }>(database, sql))
    if (!isThere(inputs) || !isThere(decisions)) wrong.add(id)
  return wrong.findings('plan-documents', (count) =>
    count === 1 ? '1 plan lacks its inputs or decisions.' : `${count} plans lack their inputs or decisions.`,
  )
}
