/**
 * The candidate that a person most likely meant: the one with the fewest slips (a letter too many, too few, wrong, or two
 * swapped; case does not count), if those are at most a third of the word, or two. The first of several.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.slice(0, 100).toLowerCase()
  let best: string | undefined
  let fewest = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    const slips = slipsBetween(wanted, candidate.toLowerCase())
    if (slips < fewest && slips < Math.max(wanted.length, candidate.length)) {
      best = candidate
      fewest = slips
    }
  }
  return best
}

/** Optimal string alignment distance. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
