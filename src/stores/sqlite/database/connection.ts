import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, Kysely } from 'kysely'
import { unusable } from './faults.ts'
import type { Tables } from './schema.ts'
import { prepare, type Statement, tables } from './statement.ts'

/** An open database: statements and transactions. Everything runs at once, in the calling thread. */
export interface Connection {
  readonly path: string
  prepare<Row>(build: (query: Kysely<Tables>) => { compile(): CompiledQuery<Row> }): Statement<Row>
  /** Runs the work in one immediate transaction: all of it is written, or, if it throws, nothing. */
  transaction<Result>(work: () => Result): Result
  /**
   * Runs reads in one transaction: they see one state, and the lock is taken once and not for each. Inside another
   * transaction it just runs them. Nothing may be written in it.
   */
  reading<Result>(work: () => Result): Result
  /** A number that is another one once some other connection has written. */
  version(): number
  /** What the database takes, in bytes. */
  bytes(): number
  close(): void
}

/** Wraps a database whose schema is up to date. */
export function connect(database: DatabaseSync, path: string): Connection {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const beginReading = database.prepare('BEGIN')
  const commit = database.prepare('COMMIT')
  const version = database.prepare('PRAGMA data_version')
  const pages = database.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
  const within = <Result>(start: StatementSync, work: () => Result): Result => {
    try {
      start.run()
      const result = work()
      commit.run()
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw unusable(error, path)
    }
  }
  return {
    path,
    prepare: (build) =>
      guarded(
        prepare(database, () => build(tables)),
        path,
      ),
    transaction: (work) => within(begin, work),
    reading: (work) => (database.isTransaction ? work() : within(beginReading, work)),
    version: () => Number(version.get()?.data_version),
    bytes: () => Number(pages.get()?.bytes),
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** The same statement; what a person can act on is thrown as such. */
function guarded<Row>(statement: Statement<Row>, path: string): Statement<Row> {
  const guard =
    <Result>(work: (...values: readonly SQLInputValue[]) => Result) =>
    (...values: readonly SQLInputValue[]): Result => {
      try {
        return work(...values)
      } catch (error) {
        throw unusable(error, path)
      }
    }
  return {
    all: guard(statement.all),
    get: guard(statement.get),
    run: guard(statement.run),
    insert: guard(statement.insert),
  }
}
