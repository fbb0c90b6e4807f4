import { filtersOff } from './filters.ts'
import { hasCommits, repositoryFolder } from './repository.ts'
import { gitText } from './run-git.ts'

export interface DiffOptions {
  /** Only what is in the index. Default false: what is in the work tree and in the index. */
  readonly staged?: boolean
  readonly signal?: AbortSignal | undefined
  /** Throws `GitOutputTooLarge` above it. Default 256 MiB. */
  readonly maxBytes?: number
}

/** The person's settings for how a difference looks, and what could run a program, overruled. */
const form = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-color-moved',
  '--ws-error-highlight=none',
  '--patch',
  '--unified=3',
  '--inter-hunk-context=0',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--find-renames=50%',
  '-l1000',
  '-O/dev/null',
  '--abbrev=12',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--ignore-submodules=dirty',
  '--relative',
]
const look = [
  'core.quotePath=false',
  'core.bigFileThreshold=50m',
  'diff.suppressBlankEmpty=false',
  'diff.autoRefreshIndex=true',
]

/**
 * What stands in a folder of a repository and is not committed, as a unified diff against HEAD, or against nothing
 * where there is no commit; '' where there is no difference. Paths are relative to the folder; files that git does not
 * know are not in it, and those above 50 MiB as binary ones. It looks the same whatever the person's settings are, and
 * runs no program but git. Throws `NotARepository`, `NoGit`, `RepositoryNotTrusted`, `GitFailed`, `GitOutputTooLarge`.
 */
export async function gitDiff(root: string, options: DiffOptions = {}): Promise<string> {
  const { staged = false, signal, ...bounds } = options
  const repository = await repositoryFolder(root, { signal })
  const { folder, pathspec } = repository
  const base = (await hasCommits(repository, { signal })) ? 'HEAD' : await emptyTree(folder, signal)
  const { settings, environment } = await filtersOff(folder, { signal })
  return gitText(folder, ['diff', ...form, ...(staged ? ['--cached'] : []), base, '--', ...pathspec], {
    signal,
    settings: [...settings, ...look.flatMap((setting) => ['-c', setting])],
    environment,
    ...bounds,
  })
}

/** The id of the tree without files; it depends on the repository's kind of hash. */
async function emptyTree(folder: string, signal: AbortSignal | undefined): Promise<string> {
  return (await gitText(folder, ['hash-object', '-t', 'tree', '--stdin'], { signal, stdin: '' })).trim()
}
