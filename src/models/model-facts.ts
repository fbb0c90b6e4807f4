import type { JsonObject } from '../core/content/json.ts'

/** US dollars per million tokens, at the provider's base rate: no batch discount, no surcharge for very long prompts. */
export interface Prices {
  readonly input: number
  /** Input that is read from the provider's prompt cache. */
  readonly cachedRead: number
  /** Input that is written to the provider's prompt cache. */
  readonly cacheWrite: number
  readonly output: number
}

/** How a provider caches the beginning of a prompt. */
export interface CacheRules {
  /** `automatic`: the provider finds the longest known prefix. `breakpoints`: the request says where a prefix ends. */
  readonly kind: 'automatic' | 'breakpoints'
  /** A prefix with fewer tokens is not cached. */
  readonly minimumTokens: number
  /** How long a prefix is kept after its last use, at the least. */
  readonly lifetimeSeconds: number
  /** How many breakpoints a request may carry; 0 where there are none to set. */
  readonly maxBreakpoints: number
  /** What a cached token costs to read, as a multiple of an input token. */
  readonly readMultiplier: number
  /** What a token costs to write to the cache, as a multiple of an input token. */
  readonly writeMultiplier: number
}

/** What planning and rendering must know about a model. Sizes are the provider's tokens. */
export interface ModelFacts {
  readonly provider: string
  /** The name that the provider is called with. */
  readonly name: string
  /** What input and output may take together. */
  readonly window: number
  readonly maxOutput: number
  /** The id of the measure that counts for it, such as `o200k_base` or `estimate*1.25`. */
  readonly measure: string
  /** The measure is the model's own tokenizer, so no safety margin is needed. */
  readonly exact: boolean
  /** Tokens that every message takes besides its content. */
  readonly messageOverhead: number
  /** Null where they are not known. */
  readonly prices: Prices | null
  /** Null where nothing is cached, or nothing is known about it. */
  readonly cache: CacheRules | null
  /** System text has a field of its own; else it is a first message of role `system`. */
  readonly systemField: boolean
  /** A message of role `system` may stand in the middle of a conversation. */
  readonly systemMidway: boolean
  readonly images: boolean
  /** What its provider is told with every call, in the words of its client library: `{ "reasoningEffort": "high" }`. */
  readonly options?: JsonObject | undefined
}

/** The share of the limit that is kept back where counts are estimates, in percent. */
const safetyPercent = 5

/** What is kept back because counts may be off: 0 where they are exact, else 5 % of the window less what is reserved, rounded up. */
export function safetyOf(facts: Pick<ModelFacts, 'exact'>, window: number, reserved: number): number {
  return facts.exact ? 0 : Math.ceil((Math.max(0, window - reserved) * safetyPercent) / 100)
}
