import { fileScorer, type Piece } from '../../../retrieval/file-scorer.ts'
import { importResolver } from '../../../retrieval/imports/resolve.ts'
import { specifiersIn } from '../../../retrieval/imports/specifiers.ts'
import { type RankedFile as Ranked, rankFiles } from '../../../retrieval/rank-files.ts'
import type { PackPorts } from '../pack-ports.ts'
import type { PackRequest } from '../pack-request.ts'
import type { SurveyedFile } from './surveyed-file.ts'

/** A file with what it is worth for the task, and its best pieces. */
export interface RankedFile extends SurveyedFile {
  readonly score: number
  readonly parts?: Ranked['parts']
  readonly pieces: readonly Piece[]
}

/** The order in which files are chosen. */
export interface Ranking {
  /** Sees every text once. */
  readonly add: (path: string, text: string) => void
  /** Best first. */
  order(files: readonly SurveyedFile[]): Promise<readonly RankedFile[]>
}

/** Ranks for the request's task; without one the smallest first, ties by path, as in a bundle. */
export function ranking(ports: PackPorts, { task }: PackRequest): Ranking {
  return task === undefined ? bySize : forTask(ports, task)
}

const bySize: Ranking = {
  add: () => undefined,
  order: async (files) =>
    files
      .toSorted((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1))
      .map((file) => ({ ...file, score: 0, pieces: [] })),
}

function forTask({ changedTogether }: PackPorts, task: string): Ranking {
  const scorer = fileScorer(task)
  const specifiers = new Map<string, readonly string[]>()
  return {
    add(path, text) {
      scorer.add(path, text)
      const found = specifiersIn(path, text)
      if (found.length > 0) specifiers.set(path, found)
    },
    async order(files) {
      const byPath = new Map(files.map((file) => [file.path, file]))
      const resolve = importResolver([...byPath.keys()])
      const imports = new Map(
        Array.from(specifiers, ([path, found]) => [path, found.flatMap((specifier) => resolve(path, specifier))]),
      )
      const together = await changedTogether?.()
      const ranked = rankFiles({
        files: scorer.files(),
        imports,
        ...(together ? { changedTogether: together } : {}),
      })
      return ranked.flatMap(({ path, score, parts, pieces }) => {
        const file = byPath.get(path)
        return file ? [{ ...file, score, parts, pieces }] : []
      })
    },
  }
}
