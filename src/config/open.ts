import type { BundleReader } from '../session/bundles/bundle-reader.ts'
import type { Engine } from '../session/engine.ts'
import type { Store } from '../stores/store.ts'
import { loadMeasure } from '../tokenizers/load-measure.ts'
import { createEngine } from './engine.ts'
import { type Environment, vocabularyFolder } from './user-files.ts'
import { findWorkspace, makeWorkspace, type WorkspacePaths } from './workspace.ts'

/** A workspace that is open: what a session stands on, and where its files are. */
export interface Workspace {
  readonly paths: WorkspacePaths
  readonly engine: Engine
  readonly store: Store
  /** The environment that it was opened in: it says where the user's settings are. */
  readonly env: Environment
  close(): Promise<void>
}

/** Where a workspace is looked for, and by which clock it lives. */
export interface OpenOptions {
  readonly cwd: string
  /** The folder that was named; the nearest workspace from `cwd` upwards without it. */
  readonly named?: string | undefined
  readonly now: () => number
  /** Default: empty. */
  readonly env?: Environment
}

/** Opens a workspace. Throws NoWorkspace, FileProblem, and what its store throws. */
export async function openWorkspace({ cwd, named, now, env = {} }: OpenOptions): Promise<Workspace> {
  const paths = await findWorkspace(cwd, named)
  const store = await openStore(paths.database)
  const bundles: BundleReader = {
    read: async (name, call) => (await import('./bundles/reader.ts')).readBundle(workspace, name, call),
  }
  const workspace: Workspace = {
    paths,
    store,
    env,
    engine: { ...createEngine(store, now), bundles, ...measuresOf(env) },
    close: () => store.close(),
  }
  return workspace
}

/** Vocabularies are kept between runs where the environment says where. */
function measuresOf(env: Environment): Pick<Engine, 'loadMeasure'> | undefined {
  if (!env.HOME && !env.XDG_CACHE_HOME) return undefined
  return { loadMeasure: (id) => loadMeasure(id, { snapshots: vocabularyFolder(env) }) }
}

/** Makes a workspace with an empty store in a folder. Throws WorkspaceExists, FileProblem. */
export async function initWorkspace(root: string): Promise<WorkspacePaths> {
  return await makeWorkspace(root, async ({ database }) => {
    await (await openStore(database)).close()
  })
}

/** The adapter is loaded when a workspace is opened, so that `--help` does not wait for it. */
async function openStore(database: string): Promise<Store> {
  const { sqliteStore } = await import('../stores/sqlite/sqlite-store.ts')
  return sqliteStore(database)
}
