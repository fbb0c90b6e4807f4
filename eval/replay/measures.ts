import { promptCache } from './cache.ts'
import { isGrounded, sentText } from './grounded.ts'
import type { ReplayRequest } from './request.ts'
import { rereadCounter } from './rereads.ts'
import type { Sizes } from './sizes.ts'

/** What the requests of a policy come to. Shares are fractions; sizes in tokens, cost in token-equivalents. */
export interface Figures {
  readonly sessions: number
  readonly calls: number
  readonly meanInput: number
  /** Of all tokens that were sent, those that the provider's cache held. */
  readonly cachedShare: number
  readonly costPerCall: number
  /** Of all tokens that were sent, lines of file reads that an earlier read in the same request shows. */
  readonly rereadShare: number
  readonly callsOverLimit: number
  readonly grounded: number
  readonly expected: number
}

/** Takes requests, those of a session one after the other, and says what they came to. */
export interface Meter {
  add(request: ReplayRequest): void
  figures(): Figures
}

/** A meter under an input limit. */
export function replayMeter(sizes: Sizes, limit: number): Meter {
  const sessions = new Set<string>()
  const rereadSize = rereadCounter(sizes)
  let cache = promptCache()
  let session: string | undefined
  let calls = 0
  let input = 0
  let cached = 0
  let cost = 0
  let reread = 0
  let callsOverLimit = 0
  let grounded = 0
  let expected = 0
  return {
    add(request) {
      if (request.session !== session) cache = promptCache()
      session = request.session
      sessions.add(session)
      const use = cache(sizes.pieces(request))
      calls++
      input += use.input
      cached += use.cached
      cost += use.cost
      if (use.input > limit) callsOverLimit++
      reread += rereadSize(request.messages)
      if (request.expects.length === 0) return
      const text = sentText(request.messages)
      expected += request.expects.length
      grounded += request.expects.filter((expectation) => isGrounded(expectation, text)).length
    },
    figures: () => ({
      sessions: sessions.size,
      calls,
      meanInput: input / calls,
      cachedShare: cached / input,
      costPerCall: cost / calls,
      rereadShare: reread / input,
      callsOverLimit,
      grounded,
      expected,
    }),
  }
}
