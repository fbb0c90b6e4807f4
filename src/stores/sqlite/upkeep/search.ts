import type { DatabaseSync } from 'node:sqlite'
import { has } from './raw.ts'

/** Empties the full-text index, if the schema has one; searching reads the texts that are there into it again. */
export function emptySearch(database: DatabaseSync): void {
  if (!has(database, 'texts_read')) return
  database.exec(`INSERT INTO texts (texts) VALUES ('delete-all'); UPDATE texts_read SET last_key = 0`)
}
