import { closeSync, constants, copyFileSync, existsSync, openSync, statSync, truncateSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { applicationId } from '../../database/migrate.ts'
import { migrations } from '../../database/migrations/migrations.ts'
import { headerBytes, pageBytesOf, readHeader, wrongFields } from '../file-header.ts'
import { freshTables, numberOf, quoted, shownVersion } from '../raw.ts'
import { applyWal } from './wal.ts'

/** The page size of every store; where a header is lost it is taken for granted. */
const pageBytes = 32_768

/** A copy of a damaged store that can be opened, as far as that goes. */
export interface WorkCopy {
  readonly path: string
  readonly schema: number
  /** What had to be put in place so that it can be read. */
  readonly mended: readonly string[]
}

/**
 * Copies a damaged store, log and all, and makes the copy readable: what is missing at its end becomes empty pages, a damaged
 * header is written anew, and where the list of tables is damaged too, the first page is taken from an empty store.
 * Undefined where nothing can be read of it.
 */
export function workCopy(path: string, to: string): WorkCopy | undefined {
  const mended: string[] = []
  const begin = (): void => {
    copyFileSync(path, to, constants.COPYFILE_FICLONE)
    if (existsSync(`${path}-wal`) && applyWal(to, `${path}-wal`)) mended.push('what stood in the log was taken over')
    if (fillUp(to)) mended.push('the missing end was filled with empty pages')
  }
  begin()
  const asItIs = schemaIn(to)
  if (asItIs !== undefined) return { path: to, schema: asItIs, mended }
  if (statSync(to).size < headerBytes) return undefined
  writeHeader(to)
  const withHeader = schemaIn(to)
  if (withHeader !== undefined)
    return { path: to, schema: withHeader, mended: [...mended, 'the header was written anew'] }
  for (let schema = migrations.length; schema >= 1; schema--) {
    for (const vacuumed of [false, true]) {
      writePage(to, freshPage(schema, vacuumed))
      writeHeader(to, schema)
      if (isPlausible(to, schema)) return { path: to, schema, mended: [...mended, 'the first page was written anew'] }
    }
  }
  return undefined
}

/** The schema version of a database, if its list of tables can be read. */
function schemaIn(path: string): number | undefined {
  if (statSync(path).size < headerBytes || wrongFields(readHeader(path)).length > 0) return undefined
  const database = new DatabaseSync(path)
  try {
    return shownVersion(database)
  } catch {
    return undefined
  } finally {
    database.close()
  }
}

/** Brings a file to the length that its header promises, if that is believable. */
function fillUp(path: string): boolean {
  const { size } = statSync(path)
  const header = readHeader(path)
  const promised = header.readUInt32BE(28) * pageBytesOf(header)
  if (wrongFields(header).length > 0 || promised <= size || promised > 1024 * Math.max(size, pageBytes)) return false
  truncateSync(path, promised)
  return true
}

/** A header with the values that every store has; page counts by the file's length, and no free pages. */
function writeHeader(path: string, schema = 0): void {
  const header = freshPage(Math.max(1, schema), false).subarray(0, headerBytes)
  const known = readHeader(path)
  const pages = Math.ceil(statSync(path).size / pageBytes)
  truncateSync(path, pages * pageBytes)
  const version = known.readUInt32BE(60)
  header.writeUInt32BE(pages, 28)
  header.writeUInt32BE(0, 32)
  header.writeUInt32BE(0, 36)
  header.writeUInt32BE(schema > 0 ? schema : version >= 1 && version <= migrations.length ? version : 0, 60)
  header.writeUInt32BE(applicationId, 68)
  header.writeUInt32BE(header.readUInt32BE(24), 92)
  header[18] = 1
  header[19] = 1
  writePage(path, header)
}

function writePage(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, bytes, 0, bytes.length, 0)
  } finally {
    closeSync(file)
  }
}

/** The first page of an empty store: its header and its list of tables. */
function freshPage(schema: number, vacuumed: boolean): Buffer {
  const fresh = new DatabaseSync(':memory:')
  try {
    fresh.exec(`PRAGMA page_size = ${pageBytes}`)
    for (const step of migrations.slice(0, schema)) fresh.exec(step)
    fresh.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schema}`)
    if (vacuumed) fresh.exec('VACUUM')
    return Buffer.from(fresh.serialize().subarray(0, pageBytes))
  } finally {
    fresh.close()
  }
}

/** Whether more of the tables than not hold what they should, so that the list of tables is the right one. */
function isPlausible(path: string, schema: number): boolean {
  const database = new DatabaseSync(path)
  try {
    const tables = freshTables(schema)
    const sound = tables.filter((table) => {
      try {
        const said = database.prepare(`PRAGMA integrity_check(${quoted(table)})`).all()
        return (
          said.length === 1 &&
          said[0]?.integrity_check === 'ok' &&
          numberOf(database, `SELECT count(*) FROM ${quoted(table)}`) >= 0
        )
      } catch {
        return false
      }
    })
    return sound.length * 2 > tables.length
  } catch {
    return false
  } finally {
    database.close()
  }
}
