/** A source of numbers that are the same for the same seed, on every machine. */
export interface Random {
  /** From 0 up to but without 1. */
  next(): number
  /** A whole number from 0 up to but without `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** Log-normal: half of the values are under the median, and the tail is longer the larger the spread. */
  skewed(median: number, spread: number): number
}

/** The generator known as mulberry32, by Tommy Ettinger: 32 bits of state. */
export function random(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] ?? list[0],
    skewed: (median, spread) => median * Math.exp(spread * normal(next)),
  }
}

/** A seed made of several numbers, so that each place of a file has one of its own. */
export function seedOf(...numbers: readonly number[]): number {
  let seed = 0x9e3779b9
  for (const number of numbers) {
    seed = Math.imul(seed ^ number, 0x85ebca6b)
    seed ^= seed >>> 13
  }
  return Math.imul(seed, 0xc2b2ae35) ^ (seed >>> 16)
}

/** A normal deviate with mean 0 and variance 1 (Box and Muller, 1958). */
function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}
