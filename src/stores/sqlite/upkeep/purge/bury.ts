import type { DatabaseSync } from 'node:sqlite'
import { tombstoneHead, tombstoneText } from '../../tombstone.ts'

/** Makes a tombstone of a text. */
export function bury(database: DatabaseSync, table: 'contents' | 'documents', key: number, digest: Uint8Array): void {
  database
    .prepare(`UPDATE ${table} SET head = ?, json = ? WHERE key = ?`)
    .run(tombstoneHead(digest), tombstoneText('purged'), key)
}
