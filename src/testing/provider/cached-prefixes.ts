import { type Lifetime, type Prompt, type Segment, sizeOf } from './prompt.ts'

/** What the provider's cache has of a prompt, in tokens. */
export interface Cached {
  readonly total: number
  readonly read: number
  readonly written: { readonly [lifetime in Lifetime]: number }
}

/** The cache of one model: it knows the prompts of all earlier requests. */
export interface PrefixCache {
  look(prompt: Prompt): Cached
  /** Remembers a prompt that a model has answered. */
  keep(prompt: Prompt): void
}

interface Place {
  readonly next: Map<string, Place>
  readonly segment: Segment | null
  /** Whether the prefix that ends here was written to the cache. */
  written: boolean
}

/** Shorter prefixes are not cached. */
const shortest = 1024
/** Automatic prefixes are found in steps of so many tokens. */
const step = 128
/** So many segments before a breakpoint are looked at for an earlier one. */
const lookBack = 20

/**
 * As Anthropic does it: only what ends at a breakpoint is kept, from 1024 tokens on; the longest kept prefix within 20 blocks
 * before a breakpoint is read, and what lies between it and the last breakpoint is written.
 */
export function markedPrefixes(count: (text: string) => number): PrefixCache {
  const root = place(null)
  return {
    look({ segments }) {
      const ends = endsOf(segments, count)
      const known = walk(root, segments)
      const breakpoints = breakpointsIn(segments, ends)
      const found = breakpoints.map((at) => longestBefore(at, known))
      const read = ends[Math.max(-1, ...found)] ?? 0
      const written = { '5m': 0, '1h': 0 }
      let done = read
      for (const at of breakpoints) {
        const end = ends[at] ?? 0
        if (end <= done) continue
        written[segments[at]?.cache ?? '5m'] += end - done
        done = end
      }
      return { total: ends.at(-1) ?? 0, read, written }
    },
    keep({ segments }) {
      const made = grow(root, segments)
      for (const at of breakpointsIn(segments, endsOf(segments, count))) {
        const kept = made[at]
        if (kept) kept.written = true
      }
    },
  }
}

/**
 * As OpenAI does it: the longest prefix in common with any earlier request is read, from 1024 tokens on and in steps of 128.
 * Nothing is charged for writing.
 */
export function automaticPrefixes(count: (text: string) => number): PrefixCache {
  const root = place(null)
  return {
    look({ segments }) {
      const ends = endsOf(segments, count)
      const known = walk(root, segments)
      const whole = ends[known.length - 1] ?? 0
      const differs = segments[known.length]
      const common = whole + (differs ? sharedIn(differs, known.at(-1) ?? root, count) : 0)
      const read = common < shortest ? 0 : common - (common % step)
      return { total: ends.at(-1) ?? 0, read, written: { '5m': 0, '1h': 0 } }
    },
    keep({ segments }) {
      grow(root, segments)
    },
  }
}

function place(segment: Segment | null): Place {
  return { next: new Map(), segment, written: false }
}

function headOf({ role, opens, kind, mark }: Segment): string {
  return JSON.stringify([role, opens, kind, mark])
}

function keyOf(segment: Segment): string {
  return `${headOf(segment)}${segment.text}`
}

/** The places of the longest beginning that is known. */
function walk(root: Place, segments: readonly Segment[]): readonly Place[] {
  const places: Place[] = []
  let at = root
  for (const segment of segments) {
    const next = at.next.get(keyOf(segment))
    if (!next) break
    places.push(next)
    at = next
  }
  return places
}

function grow(root: Place, segments: readonly Segment[]): readonly Place[] {
  let at = root
  return segments.map((segment) => {
    const key = keyOf(segment)
    const next = at.next.get(key) ?? place(segment)
    at.next.set(key, next)
    at = next
    return next
  })
}

/** Where each segment ends, in tokens from the beginning. */
function endsOf(segments: readonly Segment[], count: (text: string) => number): readonly number[] {
  let end = 0
  return segments.map((segment) => {
    end += sizeOf(segment, count)
    return end
  })
}

function breakpointsIn(segments: readonly Segment[], ends: readonly number[]): readonly number[] {
  return segments.flatMap(({ cache }, at) => (cache && (ends[at] ?? 0) >= shortest ? [at] : []))
}

function longestBefore(breakpoint: number, known: readonly Place[]): number {
  for (let at = breakpoint; at >= 0 && at > breakpoint - lookBack; at--) if (known[at]?.written) return at
  return -1
}

/** How much the segment shares with the ones that came at the same place before, in tokens. */
function sharedIn(segment: Segment, before: Place, count: (text: string) => number): number {
  let longest = 0
  for (const { segment: other } of before.next.values())
    if (other && headOf(other) === headOf(segment)) longest = Math.max(longest, commonLength(other.text, segment.text))
  return longest === 0 ? 0 : sizeOf({ ...segment, text: segment.text.slice(0, longest) }, count)
}

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return length
}
