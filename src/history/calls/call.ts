import type { Digest } from '../../core/content/digest.ts'
import type { Json, JsonObject } from '../../core/content/json.ts'

/** Why an answer ended: the same words for every provider. */
export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'error' | 'other'

/** Tokens as the provider counted them; null where it did not say. `input` is what was neither read from nor written to its cache. */
export interface Usage {
  readonly input: number | null
  readonly cachedRead: number | null
  readonly cacheWrite: number | null
  /** Reasoning included. */
  readonly output: number | null
  readonly reasoning: number | null
}

/** How far a call got. `failed` and `interrupted` ones may have a node with the part of the answer that came. */
export type CallState = 'running' | 'done' | 'failed' | 'interrupted'

/** A try before the one that counts, and how long it was waited afterwards, in milliseconds. */
export interface Retry {
  /** The failure's code, such as `model-rate-limit`. */
  readonly code: string
  readonly message: string
  readonly waited: number
  readonly at: number
}

/** One request to a model. Times are Unix milliseconds. */
export interface Call {
  /** A ULID. */
  readonly id: string
  readonly run: string
  /** The number of the call in its turn, from 1. */
  readonly step: number
  readonly conversation: string
  readonly branch: string
  readonly plan: Digest
  /** The digest of the rendered request. */
  readonly request: Digest
  readonly provider: string
  readonly model: string
  /** What was asked for beside the prompt: the longest answer, temperature, provider options. */
  readonly parameters: JsonObject
  readonly state: CallState
  readonly startedAt: number
  /** When the first piece of the answer came. */
  readonly firstTokenAt: number | null
  readonly endedAt: number | null
  readonly finish: FinishReason | null
  readonly rawFinish: string | null
  readonly usage: Usage | null
  readonly rawUsage: Json | null
  readonly responseId: string | null
  readonly responseModel: string | null
  readonly retries: readonly Retry[]
  readonly error: { readonly code: string; readonly message: string } | null
  /** The node that holds the answer; its id is given before the call, so it may not be there. */
  readonly node: string
  /** How the input was counted: measure, its size by the plan, what an estimate is learned from. */
  readonly estimate: Estimate
}

/** What a call's input was thought to take. */
export interface Estimate {
  readonly measure: string
  /** The size of the plan. */
  readonly size: number
  /** How many messages, and what each was counted at besides its content. */
  readonly messages: number
  readonly perMessage: number
  /** What the calibrator counted in the texts; null for an exact measure. */
  readonly features: readonly number[] | null
}

/** All input: new, read from the cache and written to it. Null where the provider said nothing. */
export function inputOf(usage: Usage | null): number | null {
  if (usage === null) return null
  const { input, cachedRead, cacheWrite } = usage
  if (input === null && cachedRead === null && cacheWrite === null) return null
  return (input ?? 0) + (cachedRead ?? 0) + (cacheWrite ?? 0)
}
