import { listCommits } from './log.ts'

/** A file that changed in the same commits as another. */
export interface Partner {
  readonly path: string
  /** In how many commits both changed (the support of the rule). */
  readonly together: number
  /** The share of the other file's commits in which this one changed too, above 0 to 1 (its confidence). */
  readonly ofOwn: number
}

/** Which files of a folder changed in the same commits. */
export interface ChangedTogether {
  /** In how many of the commits that count a file changed. */
  commits(path: string): number
  /** Those that changed with a file, most often first, ties by path; none for a file that is not known. */
  partners(path: string): readonly Partner[]
}

export interface TogetherOptions {
  /** How many of the newest commits are looked at, merges not counted. Default 1,000. */
  readonly commits?: number
  readonly signal?: AbortSignal | undefined
}

/** Commits with more files say nothing of which belong together. */
const maxFiles = 30

/**
 * Reads from the history which files of a folder change together. Commits of more than 30 files of it do not count. A
 * renamed file is two. It needs memory for the changes, not for the pairs. Throws as `gitLog`.
 */
export async function changedTogether(root: string, options: TogetherOptions = {}): Promise<ChangedTogether> {
  const { commits = 1000, signal } = options
  const listed = await listCommits(root, ['--no-merges', '-n', `${commits}`], signal)
  return togetherIn(listed.map((commit) => commit.paths))
}

/** The same, from the lists of paths that changed together. Paths are not twice in a list. */
export function togetherIn(changes: readonly (readonly string[])[]): ChangedTogether {
  const changesOf = new Map<string, (readonly string[])[]>()
  for (const paths of changes) {
    if (paths.length > maxFiles) continue
    for (const path of paths) {
      const known = changesOf.get(path)
      if (known) known.push(paths)
      else changesOf.set(path, [paths])
    }
  }
  return {
    commits: (path) => changesOf.get(path)?.length ?? 0,
    partners(path) {
      const own = changesOf.get(path) ?? []
      const counts = new Map<string, number>()
      for (const other of own.flat()) counts.set(other, (counts.get(other) ?? 0) + 1)
      counts.delete(path)
      return Array.from(counts, ([other, together]) => ({ path: other, together, ofOwn: together / own.length })).sort(
        (a, b) => b.together - a.together || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
      )
    },
  }
}
