import { realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { NotARepository, RepositoryNotTrusted } from './errors.ts'
import { runGit } from './run-git.ts'

interface Asking {
  readonly signal?: AbortSignal | undefined
}

/** A folder in the work tree of a repository, links followed, and what narrows git's commands to it. */
export interface RepositoryFolder {
  readonly folder: string
  /** Goes last, so that only what is in the folder is looked at; empty for the top, where that is everything. */
  readonly pathspec: readonly string[]
}

/** Whether a folder is in the work tree of a git repository. Throws `NoGit` and `RepositoryNotTrusted`. */
export async function isRepository(root: string, { signal }: Asking = {}): Promise<boolean> {
  return (await topLevel(root, { signal })) !== undefined
}

/**
 * The top of the work tree that a folder is in, links followed; undefined where it is in none, where it is not there,
 * or where the repository says that its work tree is elsewhere. Throws `NoGit` and `RepositoryNotTrusted`.
 */
export async function topLevel(root: string, { signal }: Asking = {}): Promise<string | undefined> {
  try {
    const { code, stdout, stderr } = await runGit(root, ['rev-parse', '--show-toplevel'], { signal })
    if (/dubious ownership|unsafe repository/.test(stderr))
      throw new RepositoryNotTrusted(root, 'it belongs to another user.')
    if (code !== 0) return undefined
    const top = realpathSync.native(stdout.toString('utf8').replace(/\r?\n$/, ''))
    const folder = realpathSync.native(root)
    return folder === top || folder.startsWith(top.endsWith(sep) ? top : top + sep) ? top : undefined
  } catch (error) {
    if (error instanceof NotARepository) return undefined
    throw error
  }
}

/** Throws `NotARepository` where a folder is in none, else as `topLevel`. */
export async function repositoryFolder(root: string, { signal }: Asking = {}): Promise<RepositoryFolder> {
  const top = await topLevel(root, { signal })
  if (top === undefined) throw new NotARepository(root)
  const folder = realpathSync.native(root)
  return { folder, pathspec: relative(top, folder) === '' ? [] : ['.'] }
}

/** Whether a repository has a commit on the branch it is on. */
export async function hasCommits({ folder }: RepositoryFolder, { signal }: Asking = {}): Promise<boolean> {
  const { code } = await runGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { signal })
  return code === 0
}
