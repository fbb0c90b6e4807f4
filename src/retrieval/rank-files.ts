import type { Piece, ScoredFile } from './file-scorer.ts'
import { changeShares, importShares, type Partner, type Seed } from './neighbours.ts'

/** A file and how well it suits a task. */
export interface RankedFile {
  readonly path: string
  /** 1 is what the best file has by its words and its path; neighbours may add to it. The sum of the parts. */
  readonly score: number
  readonly parts: {
    readonly words: number
    readonly path: number
    /** For being imported by what suits best, or importing it. */
    readonly imports: number
    /** For having changed together with what suits best. */
    readonly history: number
  }
  /** Best first, then by line; they overlap, and there is one at least. Scores of pieces compare over all files. */
  readonly pieces: readonly Piece[]
}

/** What is known of the files beside their words. */
export interface RankInput {
  readonly files: readonly ScoredFile[]
  /** The files that each file imports, by path. */
  readonly imports?: ReadonlyMap<string, readonly string[]>
  /** What changed in the same commits as a file; asked for a few files only. */
  readonly changedTogether?: (path: string) => readonly Partner[]
}

/** How many of the best files pass something on to their neighbours. */
const seedCount = 5
/** What neighbours get at the most, beside the 1 of the best file. */
const neighbourWeight = 0.5
/** How much of its file's score is added to that of a piece, so that pieces of the same file stay together. */
const fileShare = 1 / 3

/**
 * Ranks files for a task, best first, then by path: by their words and path, and by what suits best and either
 * imports them, is imported by them or changed together with them. The same files in any order give the same ranking; scores
 * are rounded to 9 digits behind the point.
 */
export function rankFiles({
  files,
  imports = new Map(),
  changedTogether = () => [],
}: RankInput): readonly RankedFile[] {
  const best = files.reduce((most, { words, byPath }) => Math.max(most, words + byPath), 0)
  const unit = best > 0 ? best : 1
  const seeds = seedsOf(files, unit)
  const known = importsAmong(files, imports)
  const byImports = importShares(seeds, known, reversed(known))
  const byHistory = changeShares(seeds, changedTogether)
  const ranked = files.map(({ path, words, byPath, pieces }): RankedFile => {
    const parts = {
      words: rounded(words / unit),
      path: rounded(byPath / unit),
      imports: rounded(neighbourWeight * (byImports.get(path) ?? 0)),
      history: rounded(neighbourWeight * (byHistory.get(path) ?? 0)),
    }
    const score = rounded(parts.words + parts.path + parts.imports + parts.history)
    return {
      path,
      score,
      parts,
      pieces: pieces.map(([from, to, own]) => [from, to, rounded(own / unit + fileShare * score)]),
    }
  })
  return ranked.sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1))
}

function seedsOf(files: readonly ScoredFile[], unit: number): Seed[] {
  return files
    .map(({ path, words, byPath }) => ({ path, score: rounded((words + byPath) / unit) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1))
    .slice(0, seedCount)
}

/** Each import once, sorted; nothing that is not ranked, and nothing that imports itself. */
function importsAmong(
  files: readonly ScoredFile[],
  imports: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const listed = new Set(files.map(({ path }) => path))
  return new Map(
    [...listed].map((path) => [
      path,
      [...new Set(imports.get(path))].filter((other) => other !== path && listed.has(other)),
    ]),
  )
}

function reversed(imports: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const [path, others] of imports) {
    for (const other of others) {
      const held = importers.get(other)
      if (held) held.push(path)
      else importers.set(other, [path])
    }
  }
  return importers
}

function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9
}
