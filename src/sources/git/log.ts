import { hasCommits, repositoryFolder } from './repository.ts'
import { gitText } from './run-git.ts'

/** A commit as it is listed. */
export interface Commit {
  /** The first 12 digits of its hash. */
  readonly id: string
  /** When its author made it, ISO 8601, in the author's time zone. */
  readonly date: string
  readonly author: string
  /** The first paragraph of its message, in one line. */
  readonly subject: string
  /**
   * What it changed against its parent, sorted as git does; a file that was renamed is there under both names. None for
   * merges.
   */
  readonly paths: readonly string[]
}

export interface LogOptions {
  /** The most commits. Default 50. */
  readonly limit?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * The newest commits that lead to HEAD, newest first; below the top of a repository, those that changed something in
 * the folder. Paths are relative to the folder, and only those in it. Empty where there is no commit. Runs no program
 * but git. Throws `NotARepository`, `NoGit`, `RepositoryNotTrusted`, `GitFailed`.
 */
export async function gitLog(root: string, { limit = 50, signal }: LogOptions = {}): Promise<readonly Commit[]> {
  return listCommits(root, ['-n', `${limit}`], signal)
}

/** Commits, as `gitLog`, chosen by arguments of `git log`. */
export async function listCommits(
  root: string,
  chosen: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Commit[]> {
  const repository = await repositoryFolder(root, { signal })
  if (!(await hasCommits(repository, { signal }))) return []
  const command = ['log', ...form, ...chosen, 'HEAD', '--', ...repository.pathspec]
  return parseLog(await gitText(repository.folder, command, { signal, settings: ['-c', 'log.showRoot=true'] }))
}

/** An empty field, which no path can be, begins a commit; paths come after the fourth. */
const form = [
  '-z',
  '--format=%x00%H%x00%aI%x00%an%x00%s',
  '--encoding=UTF-8',
  '--name-only',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--no-notes',
  '--no-color',
  '--ignore-submodules=dirty',
  '-O/dev/null',
  '--relative',
]

/** Reads what `git log` writes in the form above. */
function parseLog(output: string): readonly Commit[] {
  const fields = output.split('\0')
  const commits: Commit[] = []
  for (let at = 1; at + 3 < fields.length; at += 1) {
    const [hash = '', date = '', author = '', subject = ''] = fields.slice(at, at + 4)
    at += 4
    const paths: string[] = []
    for (let path = fields[at]; path; path = fields[at]) {
      paths.push(paths.length === 0 ? path.replace(/^\n/, '') : path)
      at += 1
    }
    commits.push({ id: hash.slice(0, 12), date, author, subject, paths })
  }
  return commits
}
