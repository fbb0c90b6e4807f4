import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { GitFailed } from '../../src/sources/git/errors.ts'
import { runGit } from '../../src/sources/git/run-git.ts'

/** A file as it stood at a commit. */
export interface FileAt {
  readonly path: string
  /** Equal for equal texts. */
  readonly blob: string
}

/** A repository's past, read from its objects alone: nothing is checked out. */
export interface Repository {
  filesAt(commit: string): Promise<readonly FileAt[]>
  /** The texts of blobs, each read once. Blobs that a snapshot lacks have none. */
  read(files: readonly FileAt[]): Promise<ReadonlyMap<string, string>>
  /** What the newest commits up to one changed, newest first: nothing that came later. Merges do not count. */
  changesUpTo(commit: string, most: number): readonly (readonly string[])[]
}

/** Opens a work tree or a bare repository and reads the history of some commits. Throws as `runGit`, or `GitFailed`. */
export async function openRepository(folder: string, commits: readonly string[]): Promise<Repository> {
  const cwd = resolve(folder)
  const directory = existsSync(join(cwd, '.git')) ? join(cwd, '.git') : cwd
  const git = async (command: readonly string[], stdin = ''): Promise<Buffer> => {
    const settings = [`--git-dir=${directory}`]
    const { code, stdout, stderr } = await runGit(cwd, command, { settings, stdin, maxBytes: 1e9 })
    if (code !== 0) throw new GitFailed(command[0] ?? '', code, stderr)
    return stdout
  }
  const form = ['-z', '--format=%x00%H %P', '--name-only', '--no-renames', '--no-ext-diff', '--date-order', '--stdin']
  const history = parseLog((await git(['log', ...form], `${[...new Set(commits)].join('\n')}\n`)).toString('utf8'))
  const texts = new Map<string, string>()
  return {
    async filesAt(commit) {
      const listed = (await git(['ls-tree', '-r', '-z', commit])).toString('utf8').split('\0')
      return listed.flatMap((entry) => {
        const [, kind, blob, path] = /^\d+ (\w+) ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? []
        return kind === 'blob' && blob && path ? [{ path, blob }] : []
      })
    },
    async read(files) {
      const missing = [...new Set(files.map(({ blob }) => blob).filter((blob) => !texts.has(blob)))]
      const batch =
        missing.length === 0 ? Buffer.alloc(0) : await git(['cat-file', '--batch'], `${missing.join('\n')}\n`)
      for (const [blob, text] of blobsIn(batch)) texts.set(blob, text)
      return texts
    },
    changesUpTo: (commit, most) => changesUpTo(history, commit, most),
  }
}

interface Commit {
  readonly id: string
  readonly parents: readonly string[]
  readonly paths: readonly string[]
  /** Its place in the log: newest first, and no commit before one that follows from it. */
  readonly place: number
}

/** An empty field, which no path can be, begins a commit. */
function parseLog(log: string): ReadonlyMap<string, Commit> {
  const commits = new Map<string, Commit>()
  for (const [place, entry] of log.split('\0\0').entries()) {
    const [head = '', ...paths] = entry.split('\0').filter((field) => field !== '')
    const [id = '', ...parents] = head.trim().split(' ')
    commits.set(id, { id, parents, paths: paths.map((path) => path.replace(/^\n/, '')), place })
  }
  return commits
}

function changesUpTo(commits: ReadonlyMap<string, Commit>, last: string, most: number): readonly (readonly string[])[] {
  const seen = new Map<string, Commit>()
  const ahead = [last]
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    const commit = commits.get(id)
    if (!commit || seen.has(id)) continue
    seen.set(id, commit)
    ahead.push(...commit.parents)
  }
  return [...seen.values()]
    .filter(({ parents }) => parents.length < 2)
    .sort((one, other) => one.place - other.place)
    .slice(0, most)
    .map(({ paths }) => paths)
}

/** What `cat-file --batch` wrote: a header, the bytes, a line end, for each object that is there. */
function blobsIn(batch: Buffer): [blob: string, text: string][] {
  const found: [string, string][] = []
  let at = 0
  while (at < batch.length) {
    const behind = batch.indexOf(10, at)
    const [blob = '', kind, size] = batch.toString('utf8', at, behind).split(' ')
    at = behind + 1
    if (kind !== 'blob') continue
    found.push([blob, batch.toString('utf8', at, at + Number(size))])
    at += Number(size) + 1
  }
  return found
}
