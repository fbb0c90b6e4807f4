import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bringToDisk, makePrivateFile } from './private-file.ts'

/**
 * Copies a store beside itself before its tables are changed: one whole file, for its owner alone, that takes the place
 * of an earlier copy of the same schema. The database holds the write lock, so that the copy is what will be changed.
 * Returns the copy's path; null for a database in memory.
 */
export function backUpSchema(database: DatabaseSync, path: string, version: number): string | null {
  const source = database.location()
  if (source === null || source === '') return null
  const target = `${path}.v${version}-backup`
  const beside = `${target}.${process.pid}`
  rmSync(beside, { force: true })
  try {
    makePrivateFile(beside)
    const reader = new DatabaseSync(source)
    try {
      reader.prepare('VACUUM INTO ?').run(beside)
    } finally {
      reader.close()
    }
    bringToDisk(beside)
    renameSync(beside, target)
    bringToDisk(dirname(target))
    return target
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
