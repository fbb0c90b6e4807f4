/** How alike two names must be to be called close, from 0 to 1. */
const close = 0.4

/** Up to three names that are most like the wanted one, best first, ties by name. */
export function closeNames(wanted: string, names: readonly string[]): string[] {
  const pairs = pairsIn(wanted)
  return names
    .map((name) => ({ name, likeness: likeness(pairs, pairsIn(name)) }))
    .filter((entry) => entry.likeness >= close)
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map((entry) => entry.name)
}

/** Dice's coefficient over the pairs of neighbouring characters: 1 for the same pairs, 0 for none in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const pair of a) if (b.has(pair)) common++
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size)
}

function pairsIn(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
}
