import { isUtf8 } from 'node:buffer'
import { GitFailed, RepositoryNotTrusted } from './errors.ts'
import { type GitOptions, runGit } from './run-git.ts'

/** A variable that is empty. */
const empty = 'HEDDLE_EMPTY'

/**
 * Options that turn off all filters of a configuration (`filter.NAME.clean` and so on, programs that git runs on files
 * of the work tree), whatever their names. A git too old for them (before 2.31) fails, rather than run a filter. Throws
 * `RepositoryNotTrusted` where a name cannot be handed to git.
 */
export async function filtersOff(
  folder: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Required<Pick<GitOptions, 'settings' | 'environment'>>> {
  const query = ['config', '--name-only', '-z', '--get-regexp', '^filter\\.']
  const { code, stdout, stderr } = await runGit(folder, query, { signal })
  if (code > 1) throw new GitFailed('config', code, stderr)
  if (!isUtf8(stdout)) throw new RepositoryNotTrusted(folder, 'the name of a filter in its configuration is no text.')
  const keys = stdout.toString('utf8').split('\0').filter(Boolean)
  const filters = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))))
  const settings = Array.from(filters).flatMap((filter) =>
    ['clean', 'smudge', 'process', 'required'].map((name) => `--config-env=${filter}.${name}=${empty}`),
  )
  return { settings, environment: { [empty]: '' } }
}
