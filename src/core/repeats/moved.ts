import type { Line } from './lines.ts'

/** Where each text stands that stands only once; blank lines, and texts that stand more often, have none. */
export type Unique = ReadonlyMap<string, number>

/** The places of the texts that stand once. */
export function uniqueLines(lines: readonly Line[]): Unique {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [at, { text }] of lines.entries()) {
    if (places.has(text) || text.trim() === '') repeated.add(text)
    else places.set(text, at)
  }
  for (const text of repeated) places.delete(text)
  return places
}

/**
 * Which of the lines stand among the others at another place, by their index: those that the others have once, and runs
 * around them with the same text (as the anchors of a patience diff are grown). Takes time in proportion to the lines.
 */
export function movedLines(lines: readonly Line[], others: readonly Line[], anchors: Unique): ReadonlySet<number> {
  const moved = new Set<number>()
  for (const [at, { number, text }] of lines.entries()) {
    const other = anchors.get(text)
    if (other === undefined || moved.has(at)) continue
    const isSame = (step: number): boolean => {
      const line = lines[at + step]
      return line?.number === number + step && line.text === others[other + step]?.text && !moved.has(at + step)
    }
    let first = 0
    while (isSame(first - 1)) first--
    let last = 0
    while (isSame(last + 1)) last++
    for (let step = first; step <= last; step++) moved.add(at + step)
  }
  return moved
}
