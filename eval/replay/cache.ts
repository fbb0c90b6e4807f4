import type { Piece } from './sizes.ts'

/** What a provider's cache makes of one request, in tokens; `cost` in token-equivalents. */
export interface CacheUse {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly cost: number
}

const leastCached = 1024
const readPrice = 0.1
const writePrice = 1.25

/**
 * A provider's cache over the requests of one session, called for each in turn. A request reads its longest prefix that
 * an earlier one stored, and writes the rest. One without breakpoints stores all its prefixes; one with them stores those that end at
 * one, and what is behind the last is neither read nor written. Nothing under 1024 tokens is read, and no request under 1024 is written.
 */
export function promptCache(): (pieces: readonly Piece[]) => CacheUse {
  const nodes = new Map<string, number>()
  const stored = new Set<number>()
  const root = 0

  return (pieces) => {
    const isMarked = pieces.some(({ marked }) => marked)
    let node = root
    let input = 0
    let cached = 0
    let storable = 0
    const fresh: number[] = []
    for (const { key, size, marked } of pieces) {
      const step = `${node} ${key}`
      node = nodes.get(step) ?? nodes.size + 1
      nodes.set(step, node)
      input += size
      if (stored.has(node)) cached = input
      if (marked || !isMarked) {
        storable = input
        fresh.push(node)
      }
    }
    for (const each of fresh) stored.add(each)
    if (cached < leastCached) cached = 0
    const written = input < leastCached ? 0 : Math.max(0, storable - cached)
    const cost = readPrice * cached + writePrice * written + (input - cached - written)
    return { input, cached, written, cost }
  }
}
