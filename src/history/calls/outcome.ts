import type { Digest } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'

/** What a person made of an answer. */
export type Verdict = 'accepted' | 'rejected' | 'edited'

/** A person's word on a call, append-only; the latest counts. */
export interface Outcome {
  readonly id: string
  readonly call: string
  readonly plan: Digest
  readonly conversation: string
  readonly branch: string
  readonly verdict: Verdict
  readonly note: string | null
  readonly at: number
}

/** What a call's plan had, and what the answer then made of it: a document of `reflect`, one for each call. */
export interface ReflectionRecord {
  readonly call: string
  readonly plan: Digest
  readonly conversation: string
  readonly branch: string
  readonly reflection: Json
  readonly at: number
}

/** How a model was learned to count, as of a version; an older one stays, so that a plan's measure can be traced to it. */
export interface Calibration {
  /** `provider:model`. */
  readonly model: string
  /** From 1. */
  readonly version: number
  /** The id of the measure. */
  readonly measure: string
  /** How many calls it was learned from. */
  readonly calls: number
  /** The median of |estimate − real| ÷ real over these, with this measure. */
  readonly error: number
  readonly at: number
}
