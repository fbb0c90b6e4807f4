import type { DatabaseSync } from 'node:sqlite'
import { unsoundRows } from '../check/calls.ts'

/** Drops what is stored of calls and runs and cannot be read. What came of a dropped call goes with it, as all that leads nowhere. */
export function rebuildCalls(database: DatabaseSync): void {
  for (const { table, rowid } of [...unsoundRows(database)])
    database.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(rowid)
}
