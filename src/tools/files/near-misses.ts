/** Lines of a file that are nearly what was looked for, from a number on. */
export interface NearMiss {
  readonly from: number
  readonly lines: readonly string[]
}

const most = 3
const longest = 20
/** Shorter lines are found anywhere. */
const leastTelling = 4
/** So much of the words of two lines must be the same, by Dice's coefficient. */
const leastAlike = 0.6

/**
 * Where a file has most of the lines of a text, white space at their ends aside; else where it has a line most like the
 * text's longest. Best first, then from the top; none where nothing is alike.
 */
export function nearMisses(text: string, wanted: string): NearMiss[] {
  const lines = text.split('\n')
  const sought = wanted.split('\n').map((line) => line.trim())
  const scores = equalLines(lines, sought)
  const found = scores.size > 0 ? scores : alikeLines(lines, sought)
  return [...found]
    .filter(([from]) => from >= 0 && from < lines.length)
    .sort(([a, score], [b, other]) => other - score || a - b)
    .filter(([, score], _at, [best]) => score === best?.[1])
    .slice(0, most)
    .map(([from]) => ({ from: from + 1, lines: lines.slice(from, from + Math.min(sought.length, longest)) }))
}

/** By the line where the text would begin: how many of its lines stand at their place. */
function equalLines(lines: readonly string[], sought: readonly string[]): Map<number, number> {
  const places = new Map<string, number[]>()
  for (const [at, line] of sought.entries())
    if (line.length >= leastTelling) places.set(line, [...(places.get(line) ?? []), at].slice(0, most))
  const scores = new Map<number, number>()
  for (const [at, line] of lines.entries())
    for (const place of places.get(line.trim()) ?? []) scores.set(at - place, (scores.get(at - place) ?? 0) + 1)
  return scores
}

function alikeLines(lines: readonly string[], sought: readonly string[]): Map<number, number> {
  const line = sought.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const words = wordsOf(line)
  const scores = new Map<number, number>()
  for (const [at, other] of lines.entries()) {
    const alike = alikeness(words, wordsOf(other))
    if (alike >= leastAlike) scores.set(at - sought.indexOf(line), alike)
  }
  return scores
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.slice(0, 1000).match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu))
}

function alikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  let common = 0
  for (const word of one) if (other.has(word)) common++
  return (2 * common) / (one.size + other.size)
}
