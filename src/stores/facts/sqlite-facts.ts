import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FactCache } from '../fact-cache.ts'

/** More facts than this are not kept; then it begins anew. */
const mostFacts = 2_000_000

/**
 * Facts in an SQLite file for its owner alone. A file that is damaged, or of another layout, is made anew; where none can be
 * made, facts are kept for this run only. What was set is written at the end, at once; several processes may do so.
 */
export function sqliteFacts(path: string): FactCache {
  const database = open(path)
  const known = new Map<string, string>()
  const fresh = new Map<string, string>()
  const select = database ? database.prepare('SELECT value FROM fact WHERE key = ?') : undefined
  select?.setReturnArrays(true)
  const keyOf = (kind: string, hash: string): string => `${hash} ${kind}`
  return {
    get(kind, hash) {
      const key = keyOf(kind, hash)
      const held = known.get(key)
      if (held !== undefined || !select) return held
      const row = select.get(key)
      const value: unknown = Array.isArray(row) ? row[0] : undefined
      return typeof value === 'string' ? value : undefined
    },
    set(kind, hash, value) {
      const key = keyOf(kind, hash)
      known.set(key, value)
      fresh.set(key, value)
    },
    close() {
      if (database) quietly(() => write(database, fresh))
      if (database) quietly(() => database.close())
    },
  }
}

function open(path: string): DatabaseSync | undefined {
  quietly(() => mkdirSync(dirname(path), { recursive: true, mode: 0o700 }))
  return (
    quietly(() => opened(path)) ??
    quietly(() => {
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${end}`, { force: true })
      return opened(path)
    })
  )
}

function opened(path: string): DatabaseSync {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error(`${path} is no file`)
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: 2000 })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA mmap_size = 268435456')
  database.exec('CREATE TABLE IF NOT EXISTS fact (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID')
  database.prepare('SELECT value FROM fact LIMIT 1').get()
  return database
}

function write(database: DatabaseSync, facts: ReadonlyMap<string, string>): void {
  if (facts.size === 0) return
  database.exec('BEGIN IMMEDIATE')
  const { count } = database.prepare('SELECT count(*) AS count FROM fact').get() ?? {}
  if (Number(count) + facts.size > mostFacts) database.exec('DELETE FROM fact')
  const insert = database.prepare('INSERT OR REPLACE INTO fact VALUES (?, ?)')
  for (const [key, value] of facts) insert.run(key, value)
  database.exec('COMMIT')
}

/** A cache that fails is no cache; it is not the work's concern. */
function quietly<T>(attempt: () => T): T | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
