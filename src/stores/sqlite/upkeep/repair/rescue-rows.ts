import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { isDamage } from '../../database/faults.ts'
import { allRows, quoted } from '../raw.ts'
import type { LeafRow } from './leaf-rows.ts'

type Row = Record<string, SQLOutputValue>

/** What became of a table. `lost` counts what is known to be missing, keys that were passed over and rows that could not be taken. */
export interface Rescued {
  readonly table: string
  readonly rows: number
  readonly lost: number
  /** Some of it could not be read; how much was in there cannot be known. */
  readonly damaged: boolean
}

/** Keys end here: twice this is more than SQLite can count. */
const lastKey = 2 ** 52

/**
 * Copies every row of a table that can be read into the same table of another database. What stood there goes, unless there
 * is nothing to take its place. Where a table with integer keys is damaged, the rows that `leaves` finds without it are taken
 * as well, if they can only be this table's.
 */
export function rescueTable(
  from: DatabaseSync,
  to: DatabaseSync,
  table: string,
  leaves: () => Iterable<LeafRow>,
): Rescued {
  const columns = columnsOf(to, table)
  const names = columns.map(({ name }) => quoted(name))
  const defaults = allRows<Row>(to, `SELECT ${names} FROM ${quoted(table)}`)
  to.exec(`DELETE FROM ${quoted(table)}`)
  const insert = to.prepare(`INSERT OR IGNORE INTO ${quoted(table)} (${names}) VALUES (${names.map(() => '?')})`)
  const put = (values: readonly SQLOutputValue[]): boolean => {
    try {
      return Number(insert.run(...values).changes) === 1
    } catch {
      return false
    }
  }
  let rows = 0
  let refused = 0
  const take = (row: Row): void => {
    if (put(columns.map(({ name }) => row[name] ?? null))) rows++
    else refused++
  }
  const hasRowid = !isWithoutRowid(to, table)
  const read = hasRowid
    ? byRowid(from, table, names, take)
    : fromBothEnds(from, `SELECT ${names} FROM ${quoted(table)}`, keyOf(columns), take)
  let found = 0
  if (hasRowid && read.damaged && scanned.includes(table))
    for (const row of leaves()) {
      const values = valuesIn(table, columns, row)
      if (values !== undefined && put(values)) found++
    }
  if (rows + found === 0) for (const row of defaults) put(columns.map(({ name }) => row[name] ?? null))
  return { table, rows: rows + found, lost: Math.max(0, read.lost + refused - found), damaged: read.damaged }
}

/** Tables whose rows are told by their columns alone, or, contents and documents, by what their text is. */
const scanned: readonly string[] = ['conversations', 'contents', 'documents', 'nodes']

/** The values of a row for a table's columns, if it can be the table's. A row may lack columns that were added later. */
function valuesIn(table: string, columns: readonly Column[], { key, values }: LeafRow): SQLOutputValue[] | undefined {
  const added = columns.filter(({ dflt_value, notnull }) => dflt_value !== null || notnull === 0).length
  if (values.length > columns.length || values.length < columns.length - added) return undefined
  const whole = columns.map((column, at) =>
    column.pk === 1 ? key : at < values.length ? (values[at] ?? null) : given(column),
  )
  const fits = columns.every((column, at) => (column.pk === 1 ? values[at] === null : isOf(column, whole[at] ?? null)))
  if (!fits) return undefined
  if (table !== 'contents' && table !== 'documents') return whole
  const json = String(values[columns.findIndex(({ name }) => name === 'json')])
  return json.startsWith('[') === (table === 'contents') ? whole : undefined
}

function given({ dflt_value }: Column): SQLOutputValue {
  return dflt_value === null ? null : Number(dflt_value)
}

function isOf({ type, notnull }: Column, value: SQLOutputValue): boolean {
  if (value === null) return notnull === 0
  if (type === 'INTEGER') return typeof value === 'number'
  return type === 'TEXT' ? typeof value === 'string' : value instanceof Uint8Array
}

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
}

interface Read {
  readonly lost: number
  readonly damaged: boolean
}

function columnsOf(database: DatabaseSync, table: string): Column[] {
  return allRows<Column>(database, `PRAGMA table_info(${quoted(table)})`)
}

function keyOf(columns: readonly Column[]): string[] {
  return columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => quoted(name))
}

function isWithoutRowid(database: DatabaseSync, table: string): boolean {
  const sql = 'SELECT wr FROM pragma_table_list WHERE schema = ? AND name = ?'
  return allRows<{ wr: number }>(database, sql, 'main', table)[0]?.wr === 1
}

/**
 * Reads by ascending rowid. Where that fails, the next rowid that can be read is searched for, in growing steps and then
 * by halving, so that a damaged page costs a few dozen attempts and the rows on it.
 */
function byRowid(from: DatabaseSync, table: string, names: readonly string[], take: (row: Row) => void): Read {
  const select = from.prepare(
    `SELECT rowid AS "the rowid", ${names} FROM ${quoted(table)} WHERE rowid >= ? ORDER BY rowid`,
  )
  const probe = from.prepare(`SELECT rowid AS key FROM ${quoted(table)} WHERE rowid >= ? ORDER BY rowid LIMIT 1`)
  /** The first key from here on; null where there is none, undefined where that cannot be read. */
  const keyFrom = (key: number): number | null | undefined => {
    try {
      const found = probe.get(key)
      return found === undefined ? null : Number(found.key)
    } catch {
      return undefined
    }
  }
  let next = -lastKey
  let lost = 0
  let damaged = false
  for (;;) {
    try {
      for (const row of select.iterate(next)) {
        next = Number(row['the rowid']) + 1
        take(row)
      }
      return { lost, damaged }
    } catch (error) {
      if (!isDamage(error)) throw error
      damaged = true
    }
    const first = Math.max(next, 1)
    const here = keyFrom(first)
    const found = typeof here === 'number' ? here + 1 : here === null ? null : afterDamage(first, keyFrom)
    if (found === null) return { lost, damaged }
    lost += found - first
    next = found
  }
}

/** The first key behind a stretch that cannot be read; null where there is none. */
function afterDamage(from: number, keyFrom: (key: number) => number | null | undefined): number | null {
  let bad = from
  for (let step = 1; from + step < lastKey; step *= 2) {
    if (keyFrom(from + step) === undefined) {
      bad = from + step
      continue
    }
    let good = from + step
    while (good - bad > 1) {
      const middle = Math.floor((good + bad) / 2)
      if (keyFrom(middle) === undefined) bad = middle
      else good = middle
    }
    return keyFrom(good) ?? null
  }
  return null
}

/** Reads in the order of the key up to the damage, then from the other end. */
function fromBothEnds(from: DatabaseSync, select: string, key: readonly string[], take: (row: Row) => void): Read {
  for (const order of ['ASC', 'DESC']) {
    try {
      for (const row of from.prepare(`${select} ORDER BY ${key.map((name) => `${name} ${order}`)}`).iterate()) take(row)
      return { lost: 0, damaged: order === 'DESC' }
    } catch (error) {
      if (!isDamage(error)) throw error
    }
  }
  return { lost: 0, damaged: true }
}
