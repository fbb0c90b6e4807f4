import { count } from '../figures.ts'

/**
 * The multiples of the smallest round number (1, 2 or 5 with zeros) from 0 to `top` that leave at most `most` of them
 * above 0.
 */
export function roundTicks(top: number, most: number): number[] {
  const step = roundStep(top / Math.max(1, most))
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step)
}

/** The smallest of 1, 2, 5, 10, 20, 50, … that is not below the value. */
function roundStep(value: number): number {
  if (!(value > 1)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find((each) => each * power >= value) ?? 10) * power
}

/** The label of one call on the horizontal axis. */
export interface CallTick {
  readonly text: string
  /** The middle of the call, on the axis from 0 to its length. */
  readonly at: number
  /** Where the label starts: centred under its call, but never over an end of the axis. */
  readonly start: number
}

/** How much room there is along the horizontal axis, in any unit. */
export interface Room {
  readonly length: number
  /** The length of a character. */
  readonly character: number
  /** What round labels leave free between them; beside the first and the last call, half of it is enough. */
  readonly gap: number
}

/** Labels for the first call, the last, and round ones between them, as many as fit, from left to right. */
export function callTicks(calls: number, { length, character, gap }: Room): CallTick[] {
  const tick = (call: number): CallTick & { readonly end: number } => {
    const text = count(call)
    const at = ((call - 0.5) / calls) * length
    const size = text.length * character
    const start = Math.max(0, Math.min(at - size / 2, length - size))
    return { text, at, start, end: start + size }
  }
  const placed = [tick(1)]
  const most = Math.floor(length / (count(calls).length * character + gap))
  for (const call of [calls, ...roundTicks(calls, most)]) {
    const next = tick(call)
    const apart = placed.every(({ start, end }) => next.start >= end + gap / 2 || next.end + gap / 2 <= start)
    if (call > 1 && apart) placed.push(next)
  }
  return placed.sort((a, b) => a.at - b.at).map(({ text, at, start }) => ({ text, at, start }))
}
