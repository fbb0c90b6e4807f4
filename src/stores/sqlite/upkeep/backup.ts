import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { HeddleError } from '../../../core/errors.ts'
import { unusable } from '../database/faults.ts'
import { bringToDisk, makePrivateFile } from '../database/private-file.ts'
import { checkStore } from './check.ts'
import { BackupExists, BackupFailed } from './errors.ts'

/** What a backup came to. */
export interface BackupReport {
  readonly path: string
  readonly bytes: number
  readonly nodes: number
}

/** How far a backup is, in pages. */
export interface BackupOptions {
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** So many pages are copied at a time; between them the process does other work. */
const pagesAtATime = 64

/**
 * Copies a store to a new file, for its owner alone, as it is at this moment, while others go on writing. The copy is checked
 * before it gets its name; until then, and if anything fails, there is no file of that name. Throws `BackupExists`,
 * `BackupFailed`, `StoreUnusable`.
 */
export async function backupStore(path: string, to: string, options: BackupOptions = {}): Promise<BackupReport> {
  if (existsSync(to)) throw new BackupExists(to)
  const beside = join(dirname(to), `.${basename(to)}.${process.pid}.tmp`)
  try {
    makePrivateFile(beside)
    await copyPages(path, beside, options)
    const { healthy, nodes, findings } = checkStore(beside)
    if (!healthy) throw new BackupFailed(path, findings)
    bringToDisk(beside)
    nameFile(beside, to)
    bringToDisk(dirname(to))
    return { path: to, bytes: statSync(to).size, nodes }
  } catch (error) {
    throw error instanceof HeddleError ? error : unusable(error, to)
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${beside}${end}`, { force: true })
  }
}

/** The reading transaction holds what is copied still, so that writers neither wait nor make the copy begin anew. */
async function copyPages(path: string, to: string, { onProgress, signal }: BackupOptions): Promise<void> {
  const source = new DatabaseSync(path)
  try {
    source.exec('PRAGMA busy_timeout = 60000; BEGIN; SELECT count(*) FROM sqlite_schema')
    await backup(source, to, {
      rate: pagesAtATime,
      progress: ({ totalPages, remainingPages }) => {
        signal?.throwIfAborted()
        onProgress?.(totalPages - remainingPages, totalPages)
      },
    })
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(to)
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** Gives a file its name, where nothing has it; a file system without links gets it by renaming. */
function nameFile(beside: string, to: string): void {
  try {
    linkSync(beside, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' || existsSync(to)) throw new BackupExists(to)
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    renameSync(beside, to)
  }
}
