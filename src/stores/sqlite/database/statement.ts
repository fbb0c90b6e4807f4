import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Tables } from './schema.ts'

/** Builds queries over the tables. It only builds: `prepare` runs them. */
export const tables: Kysely<Tables> = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** A query that was compiled once and is prepared once. Values go to the slots by number. */
export interface Statement<Row> {
  all(...values: readonly SQLInputValue[]): Row[]
  get(...values: readonly SQLInputValue[]): Row | undefined
  /** Returns the number of rows that were changed. */
  run(...values: readonly SQLInputValue[]): number
  /** Returns the integer key of the row that was inserted. */
  insert(...values: readonly SQLInputValue[]): number
}

interface Slot {
  readonly slot: number
}

/** Stands in a query where the statement's value of this number goes, counted from 0. */
export function slot<Value>(number: number): Value {
  const marker: Slot = { slot: number }
  return marker as unknown as Value
}

/** Prepares a query for a database when it is first used. */
export function prepare<Row>(database: DatabaseSync, build: () => { compile(): CompiledQuery<Row> }): Statement<Row> {
  let prepared: Prepared | undefined
  const ready = (): Prepared => {
    prepared ??= prepareNow(database, build().compile())
    return prepared
  }
  return {
    all: (...values) => {
      const { statement, place, names } = ready()
      return statement.all(...place(values)).map((row) => named<Row>(row, names))
    },
    get: (...values) => {
      const { statement, place, names } = ready()
      const row = statement.get(...place(values))
      return row && named<Row>(row, names)
    },
    run: (...values) => {
      const { statement, place } = ready()
      return Number(statement.run(...place(values)).changes)
    },
    insert: (...values) => {
      const { statement, place } = ready()
      return Number(statement.run(...place(values)).lastInsertRowid)
    },
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly place: Placing
  readonly names: readonly string[]
}

function prepareNow(database: DatabaseSync, { sql, parameters }: CompiledQuery): Prepared {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return { statement, place: placing(parameters), names: statement.columns().map(({ name }) => name) }
}

/**
 * A row as an object. Rows come as arrays because the objects that SQLite's binding makes are slow to make and slow to
 * read.
 */
function named<Row>(values: unknown, names: readonly string[]): Row {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = (values as readonly unknown[])[at]
  return row as Row
}

type Placing = (values: readonly SQLInputValue[]) => readonly SQLInputValue[]

/** How the values of slots become the parameters of the SQL text, in the order of its question marks. */
function placing(parameters: readonly unknown[]): Placing {
  const sources = parameters.map((parameter) => (isSlot(parameter) ? parameter : { value: parameter as SQLInputValue }))
  if (sources.every((source, at) => 'slot' in source && source.slot === at)) return (values) => values
  return (values) => sources.map((source) => ('slot' in source ? (values[source.slot] ?? null) : source.value))
}

function isSlot(parameter: unknown): parameter is Slot {
  return typeof parameter === 'object' && parameter !== null && 'slot' in parameter
}
