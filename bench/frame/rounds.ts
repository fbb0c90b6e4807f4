/** How long something takes, over several rounds, in milliseconds. */
export interface Timing {
  readonly rounds: number
  readonly median: number
  readonly p95: number
}

/** When enough rounds have been run. */
export interface RoundOptions {
  /** Rounds before counting starts. Default 3. */
  readonly warmUp?: number
  /** Default 100. */
  readonly most?: number
  /** The round that goes on after so many milliseconds, warm-up included, is counted and is the last. Default 5000. */
  readonly milliseconds?: number
}

/** Runs something again and again and times each round; `round` counts from 0, warm-up included. At least one is counted. */
export async function timeRounds(
  run: (round: number) => unknown,
  { warmUp = 3, most = 100, milliseconds = 5000 }: RoundOptions = {},
): Promise<Timing> {
  const started = performance.now()
  const times: number[] = []
  let isLast = false
  for (let round = 0; !isLast; round++) {
    const before = performance.now()
    await run(round)
    const after = performance.now()
    isLast = after - started > milliseconds
    if (round >= warmUp || isLast) times.push(after - before)
    isLast ||= times.length === most
  }
  return { rounds: times.length, median: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

/** The value below which so large a fraction of the values lies, by linear interpolation; NaN of none. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * fraction
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}
