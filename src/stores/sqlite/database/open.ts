import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreUnusable } from '../../errors.ts'
import { type Connection, connect, hasCode } from './connection.ts'
import { migrations } from './migrations/migrations.ts'

/** "HEDD" in the database's header, so that other programs' databases are told apart. */
const applicationId = 0x48454444

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
    migrate(database, path)
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
      if (!hasCode(error, [5, 261, 517]) || attempt === 200) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function migrate(database: DatabaseSync, path: string): void {
  if (schemaVersion(database) === migrations.length) return
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = schemaVersion(database)
    if (version > migrations.length) throw newer(path, version)
    for (const step of migrations.slice(version)) database.exec(step)
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}; COMMIT`)
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function schemaVersion(database: DatabaseSync): number {
  return pragma(database, 'user_version')
}

/** Whether the database holds something that is not Heddle's. */
function isForeign(database: DatabaseSync): boolean {
  const tables = Number(database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count)
  return tables > 0 && pragma(database, 'application_id') !== applicationId
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}

function newer(path: string, version: number): StoreUnusable {
  return new StoreUnusable(
    'store-newer',
    path,
    `The store ${path} was written by a newer Heddle (schema ${version}, this one knows ${migrations.length}). Update Heddle to open it.`,
  )
}

function notHeddle(path: string, cause?: unknown): StoreUnusable {
  const message = `${path} is not a Heddle store. Move it away, or choose another workspace.`
  return new StoreUnusable('store-not-heddle', path, message, { cause })
}

/** What a person can act on, where the error has one of the causes that are theirs. */
function unusable(error: unknown, path: string): unknown {
  if (error instanceof StoreUnusable) return error
  if (hasCode(error, [11, 26])) return notHeddle(path, error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const message = `The folder of ${path} does not exist. Make the workspace first: "heddle init".`
    return new StoreUnusable('store-not-found', path, message, { cause: error })
  }
  const readOnly = hasCode(error, [8, 14, 264, 520, 776, 1032, 1288, 1544])
  if (readOnly || code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EISDIR') {
    const message = `The store ${path} cannot be written. Check the permissions of the file and its folder.`
    return new StoreUnusable('store-not-writable', path, message, { cause: error })
  }
  return error
}
