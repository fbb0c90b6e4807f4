import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Connection, connect } from './connection.ts'
import { isBusy, notHeddle, unusable } from './faults.ts'
import { isForeign, migrate } from './migrate.ts'
import { migrations } from './migrations/migrations.ts'

/** How long a write waits for another connection's before it fails. */
const busyMilliseconds = 60_000

/** Large pages waste less at the end of a page of texts; the header of an empty store grows to some 700 KiB for it. */
const pageBytes = 32_768
const cacheKibibytes = 65_536
const walBytes = 64 * 1024 * 1024

/**
 * Opens a store, makes its tables or brings them up to date. A new file can be read and written by its owner alone. An
 * opened database is used as it is, apart from its settings, and closed with the store.
 */
export function open(location: string | DatabaseSync): Connection {
  if (typeof location !== 'string') return started(location, location.location() ?? ':memory:')
  const database = opened(location)
  try {
    return started(database, location)
  } catch (error) {
    if (database.isOpen) database.close()
    throw error
  }
}

function opened(path: string): DatabaseSync {
  try {
    if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600))
    return new DatabaseSync(path)
  } catch (error) {
    throw unusable(error, path)
  }
}

function started(database: DatabaseSync, path: string): Connection {
  try {
    configure(database, path)
    migrate(database, path, migrations)
  } catch (error) {
    throw unusable(error, path)
  }
  return connect(database, path)
}

function configure(database: DatabaseSync, path: string): void {
  database.exec(`PRAGMA busy_timeout = ${busyMilliseconds}`)
  if (isForeign(database)) throw notHeddle(path)
  database.exec(`PRAGMA page_size = ${pageBytes}`)
  useWriteAheadLog(database)
  database.exec(`
    PRAGMA foreign_keys = ON;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -${cacheKibibytes};
    PRAGMA temp_store = MEMORY;
    PRAGMA journal_size_limit = ${walBytes};
    PRAGMA wal_autocheckpoint = ${walBytes / pageBytes};
  `)
}

/** Changing the journal mode does not wait for other connections that do the same, so it is tried again. */
function useWriteAheadLog(database: DatabaseSync): void {
  for (let attempt = 0; ; attempt++) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || attempt === 200) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
