import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreUnusable } from '../../errors.ts'
import { isDamage, unusable } from '../database/faults.ts'
import { schemaVersion } from '../database/migrate.ts'
import { migrations } from '../database/migrations/migrations.ts'
import { checkBranches } from './check/branches.ts'
import { checkCalls } from './check/calls.ts'
import { checkContents } from './check/contents.ts'
import { checkFacts } from './check/facts.ts'
import { checkFigures } from './check/figures.ts'
import { checkNodes } from './check/nodes.ts'
import { checkPages, checkReferences } from './check/pages.ts'
import { headerFindings, lookAtFiles } from './file-header.ts'
import { sharedFileSystem } from './file-system.ts'
import { counted, type Finding, type StoreCheck } from './finding.ts'
import { freshTables, numberOf, tableNames } from './raw.ts'

const steps: readonly (readonly [string, (database: DatabaseSync) => Finding[]])[] = [
  ['pages', checkPages],
  ['references', checkReferences],
  ['contents', checkContents],
  ['nodes', checkNodes],
  ['branches', checkBranches],
  ['branch facts', checkFacts],
  ['calls', checkCalls],
  ['figures', checkFigures],
]

/** Called before each step of a check. */
export type OnStep = (done: number, total: number, label: string) => void

/**
 * Says what is wrong with a store, and changes nothing. Others may read and write meanwhile: one state is checked. Throws
 * `StoreUnusable` where there is no such file or it cannot be opened.
 */
export function checkStore(path: string, onStep: OnStep = () => {}): StoreCheck {
  const files = within(path, () => lookAtFiles(path))
  const notes = notesOn(path)
  if (files.findings.length > 0) return unreadable(path, files.findings, notes)
  const database = within(path, () => openToRead(path))
  try {
    database.exec('BEGIN')
    const schema = schemaVersion(database)
    const wrong = schemaFindings(database, schema)
    if (wrong.length > 0) return { ...unreadable(path, wrong, notes), schema }
    const unread: string[] = []
    const found = steps.flatMap(([name, check], at) => {
      onStep(at, steps.length, name)
      try {
        return check(database)
      } catch (error) {
        if (!isDamage(error)) throw error
        unread.push(name)
        return []
      }
    })
    const findings = [...found, ...unreadFindings(unread)]
    const count = (sql: string): number => safely(() => numberOf(database, sql)) ?? 0
    return {
      path,
      healthy: findings.length === 0,
      schema,
      nodes: count('SELECT count(*) FROM nodes'),
      contents: count('SELECT count(*) FROM contents WHERE head >= 0'),
      purged: count(`SELECT count(*) FROM contents WHERE head < 0 AND json = ''`),
      lost: count(`SELECT count(*) FROM contents WHERE head < 0 AND json = 'lost'`),
      findings,
      notes,
    }
  } catch (error) {
    if (!isDamage(error)) throw unusable(error, path)
    const header = headerFindings(path, files.bytes)
    const message = `The store cannot be read: ${error instanceof Error ? error.message : String(error)}.`
    const pages: Finding = { kind: 'pages', count: 1, message, examples: [] }
    return unreadable(path, header.length > 0 ? header : [pages], notes)
  } finally {
    if (database.isOpen) database.close()
  }
}

/** A connection that writes nothing, but may tidy up after itself; where it may not, one that only reads. */
function openToRead(path: string): DatabaseSync {
  let database: DatabaseSync
  try {
    database = new DatabaseSync(path)
    database.exec('PRAGMA busy_timeout = 60000; PRAGMA query_only = ON')
  } catch {
    database = new DatabaseSync(path, { readOnly: true })
  }
  return database
}

function schemaFindings(database: DatabaseSync, version: number): Finding[] {
  const finding = (message: string, examples: readonly string[] = []): Finding[] => [
    { kind: 'schema', count: Math.max(1, examples.length), message, examples },
  ]
  if (version > migrations.length)
    return finding(
      `Its schema is ${version}, and this Heddle knows ${migrations.length}: update Heddle to look into it.`,
    )
  const there = new Set(tableNames(database))
  if (version === 0) return finding(there.size === 0 ? 'There is nothing in it.' : 'The number of its schema is lost.')
  const missing = freshTables(version).filter((name) => !there.has(name))
  return missing.length === 0
    ? []
    : finding(`${counted(missing.length, 'table')} missing: ${missing.join(', ')}.`, missing)
}

/** Checks that came upon a damaged page. */
function unreadFindings(names: readonly string[]): Finding[] {
  if (names.length === 0) return []
  const message = `Pages that cannot be read kept these from being checked to the end: ${names.join(', ')}.`
  return [{ kind: 'pages', count: names.length, message, examples: names }]
}

function safely<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function within<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT')
      throw new StoreUnusable('store-not-found', path, `There is no file ${path}.`, { cause: error })
    throw unusable(error, path)
  }
}

function unreadable(path: string, findings: readonly Finding[], notes: readonly Finding[]): StoreCheck {
  return { path, healthy: false, schema: null, nodes: 0, contents: 0, purged: 0, lost: 0, findings, notes }
}

/** What a person should know of the files: who may read them, where they are, and what copies lie beside them. */
function notesOn(path: string): Finding[] {
  const notes: Finding[] = []
  const open = ['', '-wal', '-shm'].filter((end) => {
    const mode = statSync(`${path}${end}`, { throwIfNoEntry: false })?.mode ?? 0
    return process.platform !== 'win32' && (mode & 0o077) !== 0
  })
  if (open.length > 0)
    notes.push({
      kind: 'file-mode',
      count: open.length,
      message: `Others than its owner may read it. Take that away: chmod 600 ${open.map((end) => `${path}${end}`).join(' ')}`,
      examples: open.map((end) => `${path}${end}`),
    })
  const system = sharedFileSystem(path)
  if (system !== undefined)
    notes.push({ kind: 'network-file-system', count: 1, message: networkWarning(system), examples: [system] })
  const copies = copiesBeside(path)
  if (copies.length > 0)
    notes.push({
      kind: 'copies',
      count: copies.length,
      message: `${counted(copies.length, 'older copy', 'older copies')} beside it, with everything that was in it then. Delete what you need no more.`,
      examples: copies,
    })
  return notes
}

/** What a person should know about a store on such a file system. */
export function networkWarning(system: string): string {
  return `The store is on ${system}. Where locks do not work between machines, two that write at once damage it: use it from one machine at a time.`
}

/** The copies of a store that Heddle has left beside it: before migrations, and of damaged files. */
export function copiesBeside(path: string): string[] {
  const name = basename(path)
  return readdirSync(dirname(path))
    .filter(
      (other) => other.startsWith(`${name}.`) && /^[.](v\d+-backup|damaged-\d+(-wal)?)$/.test(other.slice(name.length)),
    )
    .sort()
    .map((other) => join(dirname(path), other))
}
