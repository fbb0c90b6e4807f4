import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { HeddleError } from '../core/errors.ts'
import { FileProblem, NoWorkspace, systemCode, WorkspaceExists } from './errors.ts'

/** Where a workspace keeps its things. All paths are absolute. */
export interface WorkspacePaths {
  /** The folder that the workspace is about. */
  readonly root: string
  /** `.heddle` in it. */
  readonly folder: string
  readonly database: string
  /** The workspace's settings. */
  readonly settings: string
  /** The id of the current conversation. */
  readonly current: string
}

const folderName = '.heddle'

/** The paths of a workspace in a folder, whether it is there or not. */
function workspacePaths(root: string): WorkspacePaths {
  const folder = join(root, folderName)
  return {
    root,
    folder,
    database: join(folder, 'heddle.db'),
    settings: join(folder, 'config.json'),
    current: join(folder, 'current'),
  }
}

/**
 * Finds a workspace: the one in `named` (the folder, or its `.heddle`), else the nearest from `cwd` upwards. Throws NoWorkspace,
 * or FileProblem where the named folder is none.
 */
export async function findWorkspace(cwd: string, named?: string): Promise<WorkspacePaths> {
  if (named !== undefined) {
    const given = resolve(cwd, named)
    if (!(await isFolder(given))) throw new FileProblem(given, { code: (await exists(given)) ? 'ENOTDIR' : 'ENOENT' })
    const root = basename(given) === folderName ? dirname(given) : given
    if (await isFolder(join(root, folderName))) return workspacePaths(root)
    throw new NoWorkspace(root, false)
  }
  for (let root = resolve(cwd); ; root = dirname(root)) {
    if (await isFolder(join(root, folderName))) return workspacePaths(root)
    if (root === dirname(root)) throw new NoWorkspace(resolve(cwd), true)
  }
}

/**
 * Makes a workspace in a folder, and the folder where it is missing. `prepare` makes its store. What was begun is taken away
 * again when anything fails. Throws WorkspaceExists, FileProblem.
 */
export async function makeWorkspace(
  root: string,
  prepare: (paths: WorkspacePaths) => Promise<void>,
): Promise<WorkspacePaths> {
  const paths = workspacePaths(resolve(root))
  try {
    await mkdir(paths.root, { recursive: true })
    await mkdir(paths.folder, { mode: 0o700 })
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw new FileProblem(paths.root, error)
    if (!(await isFolder(paths.root))) throw new FileProblem(paths.root, { code: 'ENOTDIR' })
    throw new WorkspaceExists(paths.root)
  }
  try {
    await writeFile(join(paths.folder, '.gitignore'), '*\n')
    await prepare(paths)
  } catch (error) {
    await rm(paths.folder, { recursive: true, force: true })
    throw error instanceof HeddleError ? error : new FileProblem(paths.folder, error)
  }
  return paths
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw new FileProblem(path, error)
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
