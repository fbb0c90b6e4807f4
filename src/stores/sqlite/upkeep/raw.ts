import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { schemaVersion } from '../database/migrate.ts'
import { migrations } from '../database/migrations/migrations.ts'

/** Rows of a query, one at a time. The caller knows what the query gives. */
export function* eachRow<Row>(
  database: DatabaseSync,
  sql: string,
  ...values: readonly SQLInputValue[]
): Generator<Row> {
  for (const row of database.prepare(sql).iterate(...values)) yield row as Row
}

/** All rows of a query. */
export function allRows<Row>(database: DatabaseSync, sql: string, ...values: readonly SQLInputValue[]): Row[] {
  return database.prepare(sql).all(...values) as Row[]
}

/** The first row of a query. */
export function oneRow<Row>(database: DatabaseSync, sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
  return database.prepare(sql).get(...values) as Row | undefined
}

/** A number that a query gives; 0 where it gives none. */
export function numberOf(database: DatabaseSync, sql: string, ...values: readonly SQLInputValue[]): number {
  const row = database.prepare(sql).get(...values)
  return Number(Object.values(row ?? {})[0] ?? 0)
}

/** A name in a query. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * The schema version of a database, as its tables show it where the number in its header cannot be right: the newest whose
 * tables are all there; undefined where not even the first one's are.
 */
export function shownVersion(database: DatabaseSync): number | undefined {
  const there = new Set(tableNames(database))
  const isWhole = (version: number): boolean => freshTables(version).every((name) => there.has(name))
  const told = schemaVersion(database)
  if (told >= 1 && told <= migrations.length && isWhole(told)) return told
  for (let version = migrations.length; version >= 1; version--) if (isWhole(version)) return version
  return undefined
}

/** The tables of an empty store of a schema version. */
export function freshTables(version: number): string[] {
  const fresh = new DatabaseSync(':memory:')
  try {
    for (const step of migrations.slice(0, version)) fresh.exec(step)
    return tableNames(fresh)
  } finally {
    fresh.close()
  }
}

/** The names of a database's own tables; those of full-text search follow from the others, and are not among them. */
export function tableNames(database: DatabaseSync): string[] {
  const sql = `SELECT s.name FROM sqlite_schema s JOIN pragma_table_list l ON l.name = s.name AND l.schema = 'main'
    WHERE s.type = 'table' AND l.type = 'table' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid`
  return allRows<{ name: string }>(database, sql).map(({ name }) => name)
}

/** Whether a database has a table, or a table a column. */
export function has(database: DatabaseSync, table: string, column?: string): boolean {
  const columns = allRows<{ name: string }>(database, 'SELECT name FROM pragma_table_info(?)', table)
  return column === undefined ? columns.length > 0 : columns.some(({ name }) => name === column)
}
