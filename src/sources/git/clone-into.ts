import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAddress } from './address.ts'
import { CloneFailed } from './errors.ts'
import { filtersOff } from './filters.ts'
import { type CloneProgress, isProgress, progressOf } from './progress.ts'
import { type GitOptions, runGit } from './run-git.ts'

export interface CloneOptions {
  /** A branch, a tag, or the whole hash of a commit. Default: what the repository's HEAD is. */
  readonly ref?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CloneProgress) => void) | undefined
}

/** Files as they are in the repository, on every machine; one pack, however small. */
const asStored = ['core.autocrlf=false', 'core.eol=lf', 'core.logAllRefUpdates=false', 'fetch.unpackLimit=1'].flatMap(
  (setting) => ['-c', setting],
)
const fetchOne = ['--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--force', '--progress']
/** Where the commit stands in the new repository. */
const fetched = 'refs/heddle/fetched'

/**
 * Fetches one commit of a repository and writes its files into a folder, which is made, or is there and empty.
 * Addresses are those of `parseAddress`. No history, no tags, no submodules; links are written as links, and may lead
 * anywhere. No hooks and no filters run, files of LFS stay pointers; credentials are not stored. Returns the commit's
 * whole hash. Throws `AddressRefused`, `CloneFailed`, `RepositoryNotTrusted`, `NoGit`, or the signal's reason; then
 * nothing is left.
 */
export async function cloneInto(address: string, folder: string, options: CloneOptions = {}): Promise<string> {
  const { ref = 'HEAD', signal, onProgress } = options
  const { url, shown, protocols } = parseAddress(address, existsSync)
  if (ref === '' || /^[-+^]|[:*\s\p{Cc}]/u.test(ref))
    throw new CloneFailed(shown, `"${ref}" names no branch, tag or commit.`)
  const clean = makeEmptyFolder(folder, shown)
  const git = async (command: readonly string[], more: GitOptions = {}): Promise<string> => {
    const settings = [...asStored, ...(more.settings ?? [])]
    const { code, stdout, stderr } = await runGit(folder, command, { ...more, signal, settings })
    if (code !== 0) throw new CloneFailed(shown, whyOf(stderr.replaceAll(url, shown)))
    return stdout.toString('utf8').trim()
  }
  try {
    await git(['init', '--quiet', '--template=', '--object-format=sha1'])
    const fetching = { protocols, onStderr: progressOf(onProgress) }
    await git(['fetch', ...fetchOne, '--', url, `${ref}:${fetched}`], fetching)
    await git(['checkout', '--quiet', '--force', '--detach', fetched, '--'], await filtersOff(folder, { signal }))
    return await git(['rev-parse', '--verify', 'HEAD'])
  } catch (error) {
    clean()
    throw error
  }
}

function whyOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => !isProgress(line))
  return lines.filter((line) => line.trim() !== '').join('; ') || 'git did not say why.'
}

/**
 * Makes a folder that is not there, or takes an empty one. What it returns takes away all that was made there since.
 */
function makeEmptyFolder(folder: string, address: string): () => void {
  const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  const { made, names } = madeFolder(folder, address)
  if (names.length > 0) throw new CloneFailed(address, `the folder ${folder} is not empty.`)
  return () => {
    if (made !== undefined) remove(made)
    else if (existsSync(folder)) for (const name of readdirSync(folder)) remove(join(folder, name))
  }
}

/** `made` is the outermost folder that was not there. */
function madeFolder(
  folder: string,
  address: string,
): { readonly made: string | undefined; readonly names: readonly string[] } {
  try {
    return { made: mkdirSync(resolve(folder), { recursive: true }), names: readdirSync(folder) }
  } catch (error) {
    throw new CloneFailed(address, `the folder ${folder} cannot be made.`, error)
  }
}
