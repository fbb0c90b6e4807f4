import { fileScorer } from '../../src/retrieval/file-scorer.ts'
import { importResolver } from '../../src/retrieval/imports/resolve.ts'
import { specifiersIn } from '../../src/retrieval/imports/specifiers.ts'
import { type RankedFile, rankFiles } from '../../src/retrieval/rank-files.ts'
import { togetherIn } from '../../src/sources/git/changed-together.ts'
import type { FileAt } from './repository.ts'

/** What a task may be ranked by, from the least to all. */
export const signals = ['words', 'words, path', 'words, path, imports', 'words, path, history', 'all'] as const

/** One of the signals. */
export type Signal = (typeof signals)[number]

/** How many commits are read for what changed together; the default of `changedTogether`. */
export const mostCommits = 1000

/** The files of one task, ranked by each of the signals. */
export function rankingsOf(
  query: string,
  files: readonly FileAt[],
  texts: ReadonlyMap<string, string>,
  changes: readonly (readonly string[])[],
): ReadonlyMap<Signal, readonly RankedFile[]> {
  const byPath = fileScorer(query)
  const nameless = fileScorer(query)
  const resolve = importResolver(files.map(({ path }) => path))
  const imports = new Map<string, readonly string[]>()
  for (const [at, { path, blob }] of files.entries()) {
    const text = texts.get(blob) ?? ''
    byPath.add(path, text)
    nameless.add(namelessPath(at), text)
    imports.set(
      path,
      specifiersIn(path, text).flatMap((specifier) => resolve(path, specifier)),
    )
  }
  const scored = byPath.files()
  const changedTogether = togetherIn(changes).partners
  const words = rankFiles({ files: nameless.files() }).map((file) => ({
    ...file,
    path: files[file.path.length]?.path ?? '',
  }))
  return new Map<Signal, readonly RankedFile[]>([
    ['words', words],
    ['words, path', rankFiles({ files: scored })],
    ['words, path, imports', rankFiles({ files: scored, imports })],
    ['words, path, history', rankFiles({ files: scored, changedTogether })],
    ['all', rankFiles({ files: scored, imports, changedTogether })],
  ])
}

/** A path without a word in it, for each file another. */
function namelessPath(at: number): string {
  return '/'.repeat(at)
}
