import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { started, textNode } from '../../../testing/store-contract/samples.ts'
import { sqliteStore } from '../sqlite-store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-store-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

/** The error that opening throws. */
function refusal(path: string): unknown {
  try {
    void sqliteStore(path).close()
  } catch (error) {
    return error
  }
  return undefined
}

describe('opening a store', () => {
  it('makes files that only their owner can read', async () => {
    const before = process.umask(0)
    try {
      const store = sqliteStore(join(folder, 'heddle.db'))
      await started(store)
      const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
      expect(modes.sort()).toEqual([
        ['heddle.db', 0o600],
        ['heddle.db-shm', 0o600],
        ['heddle.db-wal', 0o600],
      ])
      await store.close()
    } finally {
      process.umask(before)
    }
  })

  it('finds again what was written before it was closed', async () => {
    const path = join(folder, 'heddle.db')
    const first = sqliteStore(path)
    const target = await started(first)
    const [written] = await first.append([textNode(1, null)], { ...target, measures: [] })
    await first.close()
    await first.close()
    expect(readdirSync(folder)).toEqual(['heddle.db'])
    const second = sqliteStore(path)
    expect(await second.node(written?.id ?? '')).toEqual(written)
    await second.close()
  })

  it('takes a database that is open already', async () => {
    const database = new DatabaseSync(':memory:')
    const store = sqliteStore(database)
    await started(store)
    expect(database.prepare('SELECT count(*) AS count FROM conversations').get()?.count).toBe(1)
    expect(database.prepare('PRAGMA foreign_keys').get()?.foreign_keys).toBe(1)
    await store.close()
    expect(database.isOpen).toBe(false)
  })

  it('refuses a schema that is newer than it knows, and leaves it as it is', async () => {
    const path = join(folder, 'heddle.db')
    await sqliteStore(path).close()
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 99')
    expect(refusal(path)).toMatchObject({ code: 'store-newer', path })
    expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(99)
    database.close()
  })

  it('refuses a file that is no database, and another program’s database, without touching them', () => {
    const text = join(folder, 'notes.txt')
    writeFileSync(text, 'not a database, but long enough to be taken for one. '.repeat(40))
    expect(refusal(text)).toMatchObject({ code: 'store-not-heddle', path: text })
    const other = join(folder, 'other.db')
    const database = new DatabaseSync(other)
    database.exec('CREATE TABLE theirs (a)')
    expect(refusal(other)).toMatchObject({ code: 'store-not-heddle' })
    expect(database.prepare('SELECT name FROM sqlite_schema').all()).toHaveLength(1)
    expect(database.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('delete')
    database.close()
  })

  it('says what is wrong with a place that cannot hold a store', () => {
    expect(refusal(join(folder, 'missing', 'heddle.db'))).toMatchObject({ code: 'store-not-found' })
    mkdirSync(join(folder, 'folder.db'))
    expect(refusal(join(folder, 'folder.db'))).toMatchObject({ code: 'store-not-writable' })
  })

  it.skipIf(process.getuid?.() === 0)('says so when the folder is read-only', () => {
    chmodSync(folder, 0o500)
    expect(refusal(join(folder, 'heddle.db'))).toMatchObject({ code: 'store-not-writable' })
  })
})
