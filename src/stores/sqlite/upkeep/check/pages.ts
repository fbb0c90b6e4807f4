import type { DatabaseSync } from 'node:sqlite'
import { isDamage } from '../../database/faults.ts'
import { counted, type Finding } from '../finding.ts'
import { allRows, oneRow } from '../raw.ts'

const most = 100

/** SQLite's own checks: pages, indexes, the kinds of values. */
export function checkPages(database: DatabaseSync): Finding[] {
  const said = complaints(database).filter((line) => line !== 'ok')
  if (said.length === 0) return []
  const count = said.length
  const message = `${count >= most ? `${count} or more` : counted(count, 'fault')} in its pages: tables or indexes are damaged.`
  return [{ kind: 'pages', count, message, examples: said.slice(0, 5) }]
}

function complaints(database: DatabaseSync): string[] {
  try {
    const rows = allRows<{ integrity_check: string }>(database, `PRAGMA integrity_check(${most})`)
    return rows.flatMap((row) => row.integrity_check.split('\n'))
  } catch (error) {
    if (isDamage(error)) return [error instanceof Error ? error.message : String(error)]
    throw error
  }
}

interface Violation {
  readonly table: string
  readonly rowid: number | null
  readonly parent: string
}

/** Rows that refer to rows which are not there. */
export function checkReferences(database: DatabaseSync): Finding[] {
  const groups = Map.groupBy(
    allRows<Violation>(database, 'PRAGMA foreign_key_check'),
    ({ table, parent }) => `${table} ${parent}`,
  )
  return [...groups.values()].map((rows): Finding => {
    const [{ table, parent }] = rows as [Violation]
    const what = counted(rows.length, nounOf(table), table)
    const message = `${what} ${rows.length === 1 ? 'refers' : 'refer'} to ${parent} that are not there.`
    return {
      kind: 'references',
      count: rows.length,
      message,
      examples: rows.slice(0, 5).flatMap((row) => named(database, row)),
    }
  })
}

function nounOf(table: string): string {
  return table === 'branches' ? 'branch' : table.replace(/s$/, '')
}

function named(database: DatabaseSync, { table, rowid }: Violation): string[] {
  if (rowid === null) return []
  if (table !== 'nodes') return [String(rowid)]
  return [oneRow<{ id: string }>(database, 'SELECT id FROM nodes WHERE key = ?', rowid)?.id ?? String(rowid)]
}
