import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, schemaVersion } from './migrate.ts'

const first = 'CREATE TABLE words (word TEXT NOT NULL) STRICT'
const second = 'ALTER TABLE words ADD COLUMN said INTEGER NOT NULL DEFAULT 1'
const failing = 'CREATE TABLE more (a); INSERT INTO words SELECT * FROM nowhere'

let folder = ''
let path = ''
let database: DatabaseSync
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-migrate-'))
  path = join(folder, 'heddle.db')
  database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL')
  migrate(database, path, [first])
  database.exec(`INSERT INTO words VALUES ('kept')`)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const wordsIn = (file: string): unknown[] => {
  const other = new DatabaseSync(file)
  try {
    return other
      .prepare('SELECT * FROM words')
      .all()
      .map((row) => ({ ...row }))
  } finally {
    other.close()
  }
}

describe('migrating a store', () => {
  it('makes an empty one without a copy of nothing', () => {
    expect(schemaVersion(database)).toBe(1)
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([])
  })

  it('copies an older one beside it, with what stands in the log, for its owner alone', () => {
    migrate(database, path, [first, second])
    expect(schemaVersion(database)).toBe(2)
    expect(wordsIn(path)).toEqual([{ word: 'kept', said: 1 }])
    expect(wordsIn(`${path}.v1-backup`)).toEqual([{ word: 'kept' }])
    expect(statSync(`${path}.v1-backup`).mode & 0o777).toBe(0o600)
    migrate(database, path, [first, second])
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual(['heddle.db.v1-backup'])
  })

  it('leaves it as it was where a step fails, and says where the copy is', () => {
    const before = database.prepare('SELECT * FROM sqlite_schema').all()
    expect(() => migrate(database, path, [first, second, failing])).toThrow(
      expect.objectContaining({
        code: 'migration-failed',
        path,
        backup: `${path}.v1-backup`,
        message: expect.stringContaining('v1-backup'),
      }),
    )
    expect(schemaVersion(database)).toBe(1)
    expect(database.prepare('SELECT * FROM sqlite_schema').all()).toEqual(before)
    expect(wordsIn(`${path}.v1-backup`)).toEqual([{ word: 'kept' }])
  })

  it('does not begin where the copy cannot be made', () => {
    const unwritable = join(folder, 'missing', 'heddle.db')
    expect(() => migrate(database, unwritable, [first, second])).toThrow(
      expect.objectContaining({ code: 'migration-failed', backup: null }),
    )
    expect(schemaVersion(database)).toBe(1)
  })

  it('refuses a newer one', () => {
    database.exec('PRAGMA user_version = 9')
    const before = readFileSync(path)
    expect(() => migrate(database, path, [first])).toThrow(expect.objectContaining({ code: 'store-newer' }))
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})
