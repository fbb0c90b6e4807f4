import { resolve } from 'node:path'
import type { BackupOptions, BackupReport } from '../stores/sqlite/upkeep/backup.ts'
import type { OnStep } from '../stores/sqlite/upkeep/check.ts'
import type { StoreCheck } from '../stores/sqlite/upkeep/finding.ts'
import type { PurgeOptions, PurgeReport, PurgeTarget } from '../stores/sqlite/upkeep/purge/purge.ts'
import type { RepairReport } from '../stores/sqlite/upkeep/repair/repair.ts'
import { findWorkspace, type WorkspacePaths } from './workspace.ts'

export type { Finding, StoreCheck } from '../stores/sqlite/upkeep/finding.ts'
export type { PurgeReport, PurgeTarget } from '../stores/sqlite/upkeep/purge/purge.ts'
export type { RepairReport } from '../stores/sqlite/upkeep/repair/repair.ts'

/** The paths of the workspace that a command is about, without opening its store: that may be damaged. Throws as `findWorkspace`. */
export function upkeepPaths(cwd: string, named: string | undefined): Promise<WorkspacePaths> {
  return findWorkspace(cwd, named)
}

/** Copies a workspace's store to a new file. Throws as the store's `backupStore` does. */
export async function backUp({ database }: WorkspacePaths, to: string, options: BackupOptions): Promise<BackupReport> {
  const { backupStore } = await import('../stores/sqlite/upkeep/backup.ts')
  return await backupStore(database, resolve(to), options)
}

/** Says what is wrong with a workspace's store. */
export async function check({ database }: WorkspacePaths, onStep: OnStep): Promise<StoreCheck> {
  const { checkStore } = await import('../stores/sqlite/upkeep/check.ts')
  return checkStore(database, onStep)
}

/** Repairs a workspace's store; undefined where nothing is wrong with it. Throws as the store's `repairStore` does. */
export async function repair({ database }: WorkspacePaths, onStep: OnStep): Promise<RepairReport | undefined> {
  const { repairStore } = await import('../stores/sqlite/upkeep/repair/repair.ts')
  return repairStore(database, onStep)
}

/** Takes contents out of a workspace's store for good. Throws as the store's `purge` does. */
export async function purgeContents(
  { database }: WorkspacePaths,
  target: PurgeTarget,
  options: PurgeOptions,
): Promise<PurgeReport> {
  const { purge } = await import('../stores/sqlite/upkeep/purge/purge.ts')
  return purge(database, target, options)
}

/** What a person should know about where a workspace is; undefined where there is nothing. */
export async function placeWarning({ folder }: WorkspacePaths): Promise<string | undefined> {
  const [{ sharedFileSystem }, { networkWarning }] = await Promise.all([
    import('../stores/sqlite/upkeep/file-system.ts'),
    import('../stores/sqlite/upkeep/check.ts'),
  ])
  const system = sharedFileSystem(folder)
  return system === undefined ? undefined : networkWarning(system)
}
