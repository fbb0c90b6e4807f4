/** A file that others may follow from, and how well it suits the task. */
export interface Seed {
  readonly path: string
  readonly score: number
}

/** A file that changed in the same commits as the one that was asked for. */
export interface Partner {
  readonly path: string
  /** In how many commits both changed. */
  readonly together: number
  /** The share of the asked file's commits in which this one changed too, above 0 to 1. */
  readonly ofOwn: number
}

/** Shares of neighbours by path, from 0 to about 1. */
export type Shares = ReadonlyMap<string, number>

/** A file with less history than this says little about what changes with it. */
const fewCommits = 2

/**
 * What a change of the seeds makes likely for other files, by what changed together before: the chance that a file
 * changes with a seed, over the seeds, each by its share of their score.
 */
export function changeShares(seeds: readonly Seed[], partnersOf: (path: string) => readonly Partner[]): Shares {
  const shares = new Map<string, number>()
  for (const { path, share } of sharesOf(seeds)) {
    for (const { path: other, together, ofOwn } of partnersOf(path)) {
      if (other !== path) add(shares, other, (share * together) / (together / ofOwn + fewCommits))
    }
  }
  return shares
}

/**
 * What the files that seeds import, and that import seeds, get of the seeds' shares: the less, the more such neighbours
 * either of both has, so that what everybody imports gets little.
 */
export function importShares(
  seeds: readonly Seed[],
  imports: ReadonlyMap<string, readonly string[]>,
  importers: ReadonlyMap<string, readonly string[]>,
): Shares {
  const shares = new Map<string, number>()
  for (const { path, share } of sharesOf(seeds)) {
    for (const [there, back] of [
      [imports, importers],
      [importers, imports],
    ] as const) {
      const others = there.get(path) ?? []
      for (const other of others) {
        add(shares, other, share / Math.sqrt(others.length * Math.max(1, back.get(other)?.length ?? 0)))
      }
    }
  }
  return shares
}

/** Each seed's share of the score of all. */
function sharesOf(seeds: readonly Seed[]): { readonly path: string; readonly share: number }[] {
  const total = seeds.reduce((sum, { score }) => sum + score, 0)
  return total > 0 ? seeds.map(({ path, score }) => ({ path, share: score / total })) : []
}

function add(shares: Map<string, number>, path: string, share: number): void {
  shares.set(path, (shares.get(path) ?? 0) + share)
}
