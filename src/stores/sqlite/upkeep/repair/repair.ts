import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from '../../database/faults.ts'
import { applicationId } from '../../database/migrate.ts'
import { migrations } from '../../database/migrations/migrations.ts'
import { bringToDisk, makePrivateFile } from '../../database/private-file.ts'
import { checkStore, type OnStep } from '../check.ts'
import { RepairFailed, StoreInUse } from '../errors.ts'
import type { StoreCheck } from '../finding.ts'
import { allRows, numberOf, tableNames } from '../raw.ts'
import { emptySearch } from '../search.ts'
import { leafRows } from './leaf-rows.ts'
import { dropDangling, dropPlans, nodesPromised, rebuildContents, rebuildFigures, rebuildRevisions } from './rebuild.ts'
import { rebuildBranches, rebuildConversations } from './rebuild-branches.ts'
import { rebuildCalls } from './rebuild-calls.ts'
import { rebuildFacts } from './rebuild-facts.ts'
import { rebuildNodes } from './rebuild-nodes.ts'
import { type Rescued, rescueTable } from './rescue-rows.ts'
import { workCopy } from './work-copy.ts'

/** What a repair came to. */
export interface RepairReport {
  readonly path: string
  /** Where the damaged file is now. */
  readonly damaged: string
  readonly before: StoreCheck
  readonly after: StoreCheck
  /** What had to be put in place before anything could be read. */
  readonly mended: readonly string[]
  readonly tables: readonly Rescued[]
  readonly lost: {
    readonly nodes: number
    /** Contents of which only the fact is left. */
    readonly contents: number
    readonly plans: number
  }
  /** Nodes whose parent was lost, and that follow the nearest one before it now. */
  readonly moved: number
  /** Nodes with a new hash, because of what was lost in them or before them. */
  readonly rehashed: number
}

/**
 * Writes everything of a damaged store that can be read into a new file, makes what follows from it anew, checks it, and only
 * then puts it in the old one's place, which is kept as `<path>.damaged-1` (or the next free number). A healthy store is left
 * alone: undefined. Throws `StoreInUse`, `RepairFailed`.
 */
export function repairStore(path: string, onStep: OnStep = () => {}): RepairReport | undefined {
  const before = checkStore(path)
  if (before.healthy) return undefined
  const release = lockOut(path, before)
  const copy = `${path}.repair-${process.pid}`
  const fresh = `${copy}-new`
  try {
    const work = workCopy(path, copy)
    makePrivateFile(fresh)
    const made = work === undefined ? nothing(fresh) : rebuild(work.path, fresh, work.schema, onStep)
    const after = checkStore(fresh)
    if (!after.healthy) throw new RepairFailed(path, after.findings)
    bringToDisk(fresh)
    release()
    const damaged = swap(path, fresh)
    return { path, damaged, before, after: { ...after, path }, mended: work?.mended ?? [], ...made }
  } finally {
    release()
    for (const file of [copy, fresh])
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true })
  }
}

type Made = Pick<RepairReport, 'tables' | 'lost' | 'moved' | 'rehashed'>

/** A store of which nothing can be read begins anew. */
function nothing(fresh: string): Made {
  emptyStore(fresh, migrations.length).close()
  return { tables: [], lost: { nodes: 0, contents: 0, plans: 0 }, moved: 0, rehashed: 0 }
}

function rebuild(from: string, to: string, schema: number, onStep: OnStep): Made {
  const source = new DatabaseSync(from)
  const target = emptyStore(to, schema)
  try {
    target.exec('BEGIN')
    const names = tableNames(target)
    const tables = names.map((name, at) => {
      onStep(at, names.length + 1, name)
      return rescueTable(source, target, name, () => leafRows(from))
    })
    onStep(names.length, names.length + 1, 'links and figures')
    const nodes = numberOf(target, 'SELECT count(*) FROM nodes')
    const promised = Math.max(nodes, nodesPromised(target))
    rebuildConversations(target)
    const contents = rebuildContents(target)
    const relinked = rebuildNodes(target)
    rebuildBranches(target)
    rebuildFacts(target)
    rebuildCalls(target)
    dropDangling(target)
    const plans = dropPlans(target)
    rebuildFigures(target)
    rebuildRevisions(target)
    emptySearch(target)
    target.exec('COMMIT')
    return { tables, lost: { nodes: promised - nodes, contents: contents.contents, plans }, ...relinked }
  } finally {
    source.close()
    target.close()
  }
}

/** A file with the tables of a schema, to be filled by one writer alone and brought to the disk at the end. */
function emptyStore(path: string, schema: number): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec(
    'PRAGMA page_size = 32768; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF',
  )
  for (const step of migrations.slice(0, schema)) database.exec(step)
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schema}`)
  return database
}

/**
 * Keeps other programs from writing while the store is read, where it can be opened as a database at all. Returns what lets
 * them in again. Throws `StoreInUse` where one has it open: what that writes later would be lost with the old file.
 */
function lockOut(path: string, { findings }: StoreCheck): () => void {
  if (findings.some(({ kind }) => kind === 'empty-file' || kind === 'header')) return () => {}
  const database = new DatabaseSync(path)
  const release = (): void => {
    if (database.isOpen) database.close()
  }
  try {
    database.exec('PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    allRows(database, 'SELECT name FROM sqlite_schema LIMIT 1')
  } catch (error) {
    if (!isBusy(error)) return release
    release()
    throw new StoreInUse(path, 'repaired')
  }
  return release
}

/** Puts the new file in the old one's place, whose log goes with it. */
function swap(path: string, fresh: string): string {
  let number = 1
  while (existsSync(`${path}.damaged-${number}`)) number++
  const damaged = `${path}.damaged-${number}`
  renameSync(path, damaged)
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0) renameSync(`${path}-wal`, `${damaged}-wal`)
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  renameSync(fresh, path)
  bringToDisk(dirname(path))
  return damaged
}
