import { type Kind, kinds } from './kind-of.ts'

/** Something that adds up, of a kind. */
export interface Part {
  readonly kind: Kind
  readonly tokens: number
}

/** Numbers from 0 to 1, always the same ones (Park and Miller's generator). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const smallest = 2000
const largest = 60_000
/** Some part of a coding session is prose, and with some people some of it is in their own script. */
const shares: readonly (readonly [kind: Kind, share: number])[] = [
  ['code', 0.45],
  ['prose', 0.35],
  ['cjk', 0.2],
]
const callsOfConversation = 12
/** Parts of the first call of a conversation, and what each further one adds. */
const partsAtFirst = 4
const partsAdded = 2

/** Requests of one kind, or of all, between 2,000 and 60,000 tokens, each as the parts it is made of. */
export function requestsOf<P extends Part>(
  parts: readonly P[],
  kind: Kind | 'mixed',
  count: number,
  next: () => number,
): readonly (readonly P[])[] {
  const pools = poolsOf(parts)
  return Array.from({ length: count }, () => {
    const size = smallest * (largest / smallest) ** next()
    const request: P[] = []
    for (let tokens = 0; tokens < size; ) {
      const part = drawn(pools, kind === 'mixed' ? kindDrawn(next) : kind, next)
      if (!part) break
      request.push(part)
      tokens += part.tokens
    }
    return request
  })
}

/** The calls of conversations one after the other; each call sends what the one before it sent, and more. */
export function conversationCalls<P extends Part>(
  parts: readonly P[],
  count: number,
  next: () => number,
): readonly (readonly P[])[] {
  const pools = poolsOf(parts)
  const calls: P[][] = []
  for (let at = 0; at < count; at++) {
    const before = at % callsOfConversation === 0 ? [] : (calls[at - 1] ?? [])
    const added = Array.from({ length: before.length === 0 ? partsAtFirst : partsAdded }, () =>
      drawn(pools, kindDrawn(next), next),
    )
    calls.push([...before, ...added.filter((part) => part !== undefined)])
  }
  return calls
}

function poolsOf<P extends Part>(parts: readonly P[]): Map<Kind, readonly P[]> {
  return new Map(kinds.map((kind) => [kind, parts.filter((part) => part.kind === kind)]))
}

function drawn<P extends Part>(pools: ReadonlyMap<Kind, readonly P[]>, kind: Kind, next: () => number): P | undefined {
  const pool = pools.get(kind) ?? []
  return pool[Math.floor(next() * pool.length)]
}

function kindDrawn(next: () => number): Kind {
  let left = next()
  for (const [kind, share] of shares) {
    left -= share
    if (left < 0) return kind
  }
  return 'prose'
}
