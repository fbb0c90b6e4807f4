import type { Conversation } from '../history/conversation.ts'
import type { Engine } from '../session/engine.ts'
import type { Store } from '../stores/store.ts'
import { createEngine } from './engine.ts'
import { checkSettings } from './settings/check.ts'
import { type Level, type ResolvedSettings, resolveSettings } from './settings/levels.ts'
import { readSettings, userSettingsFile } from './settings/settings-file.ts'
import { findWorkspace, makeWorkspace, type WorkspacePaths } from './workspace.ts'

/** A workspace that is open: what a session stands on, and where its files are. */
export interface Workspace {
  readonly paths: WorkspacePaths
  readonly engine: Engine
  readonly store: Store
  close(): Promise<void>
}

/** Where a workspace is looked for, and by which clock it lives. */
export interface OpenOptions {
  readonly cwd: string
  /** The folder that was named; the nearest workspace from `cwd` upwards without it. */
  readonly named?: string | undefined
  readonly now: () => number
}

/** Opens a workspace. Throws NoWorkspace, FileProblem, and what its store throws. */
export async function openWorkspace({ cwd, named, now }: OpenOptions): Promise<Workspace> {
  const paths = await findWorkspace(cwd, named)
  const store = await openStore(paths.database)
  return {
    paths,
    store,
    engine: createEngine(store, now),
    close: () => store.close(),
  }
}

/** Makes a workspace with an empty store in a folder. Throws WorkspaceExists, FileProblem. */
export async function initWorkspace(root: string): Promise<WorkspacePaths> {
  return await makeWorkspace(root, async ({ database }) => {
    await (await openStore(database)).close()
  })
}

/** What each level sets: user, workspace, and conversation where one is given. Throws as `readSettings` does. */
export async function settingLevels(
  paths: WorkspacePaths,
  env: { readonly [name: string]: string | undefined },
  conversation?: Conversation,
): Promise<readonly Level[]> {
  const levels: Level[] = [
    { name: 'user', settings: await readSettings(userSettingsFile(env)) },
    { name: 'workspace', settings: await readSettings(paths.settings) },
  ]
  if (conversation) {
    const where = `conversation ${conversation.shortId}`
    levels.push({ name: 'conversation', settings: checkSettings(conversation.settings, where) })
  }
  return levels
}

/** The adapter is loaded when a workspace is opened, so that `--help` does not wait for it. */
async function openStore(database: string): Promise<Store> {
  const { sqliteStore } = await import('../stores/sqlite/sqlite-store.ts')
  return sqliteStore(database)
}

/** The settings that hold in a workspace, or in a conversation of it, and where each comes from. */
export async function settingsOf(
  paths: WorkspacePaths,
  env: { readonly [name: string]: string | undefined },
  conversation?: Conversation,
): Promise<ResolvedSettings> {
  return resolveSettings(await settingLevels(paths, env, conversation))
}
