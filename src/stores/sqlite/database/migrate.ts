import type { DatabaseSync } from 'node:sqlite'
import { HeddleError } from '../../../core/errors.ts'
import { StoreUnusable } from '../../errors.ts'
import { backUpSchema } from './schema-backup.ts'

/** "HEDD" in the database's header, so that other programs' databases are told apart. */
export const applicationId = 0x48454444

/** The tables of a store could not be brought up to date. The store is as it was; `backup` is a copy of it, if one was made. */
class MigrationFailed extends HeddleError {
  readonly path: string
  readonly backup: string | null
  constructor(path: string, backup: string | null, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const copy = backup === null ? '' : ` A copy of it is in ${backup}.`
    super(
      'migration-failed',
      `The store ${path} could not be brought up to date: ${why} It is as it was before.${copy} Make room if the disk is full, else report this.`,
      { cause },
    )
    this.path = path
    this.backup = backup
  }
}

/**
 * Makes the tables of an empty database, or brings older ones up to the last of the steps, in one transaction. A file that
 * holds tables already is copied beside itself first, to `<path>.v<schema>-backup`. Throws `StoreUnusable` where the schema
 * is newer than the steps, else `MigrationFailed`.
 */
export function migrate(database: DatabaseSync, path: string, steps: readonly string[]): void {
  if (schemaVersion(database) === steps.length) return
  database.exec('BEGIN IMMEDIATE')
  let version = 0
  let backup: string | null = null
  try {
    version = schemaVersion(database)
    if (version > steps.length) throw newer(path, version, steps.length)
    if (version > 0 && version < steps.length) backup = backUpSchema(database, path, version)
    for (const step of steps.slice(version)) database.exec(step)
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}; COMMIT`)
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    if (version === 0 || error instanceof StoreUnusable) throw error
    throw new MigrationFailed(path, backup, error)
  }
}

/** The number of the last step that a database has gone through; 0 for an empty one. */
export function schemaVersion(database: DatabaseSync): number {
  return pragma(database, 'user_version')
}

/** Whether the database holds something that is not Heddle's. */
export function isForeign(database: DatabaseSync): boolean {
  const tables = Number(database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count)
  return tables > 0 && pragma(database, 'application_id') !== applicationId
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}

function newer(path: string, version: number, known: number): StoreUnusable {
  return new StoreUnusable(
    'store-newer',
    path,
    `The store ${path} was written by a newer Heddle (schema ${version}, this one knows ${known}). Update Heddle to open it.`,
  )
}
