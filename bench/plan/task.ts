import type { HistoryStrategy } from '../../src/core/plan-input.ts'
import type { Timing } from '../frame/rounds.ts'

/** Which generated conversation. */
export interface Made {
  readonly messages: number
  readonly sizeFactor: number
}

/** What a process of its own is asked to measure. */
export type Task =
  /** One pass of a tokenizer over the text of at most so many messages. */
  | (Made & { readonly kind: 'pass'; readonly tokenizer: 'heddle' | 'gpt-tokenizer'; readonly most: number })
  /** Storing and counting, into a new workspace. */
  | (Made & { readonly kind: 'fill'; readonly folder: string })
  /** Plans over a filled workspace. */
  | { readonly kind: 'warm'; readonly folder: string }
  | (Made & { readonly kind: 'trim'; readonly memoised: boolean })
  | (Made & { readonly kind: 'prune' })

/** What a pass came to. */
export interface Passed {
  readonly messages: number
  readonly tokens: number
  readonly megabytes: number
  readonly milliseconds: number
}

/** What filling came to. The making of the messages is not in the time. */
export interface Filled {
  readonly nodes: number
  readonly milliseconds: number
  readonly storeMegabytes: number
}

/** How long one way of planning takes. */
export interface Planned extends Timing {
  readonly strategy: HistoryStrategy
  /** `plan`: gathered from SQLite and planned. `call`: rendered and stored as well. */
  readonly what: 'plan' | 'call'
  readonly kept: number
}

/** What planning over a filled workspace came to. */
export interface Warmed {
  readonly plans: readonly Planned[]
  /** The first plan after the store was opened, with nothing in memory. */
  readonly firstMilliseconds: number
}

/** How long a peer takes, and how many messages it keeps. */
export interface PeerTimed extends Timing {
  readonly kept: number
}

/** The budget of all plans, and of the peers, in tokens. */
export const planBudget = 32_000

/** What a message costs besides its content, for the peers as for us. */
export const perMessage = 4

/** The peers hold every message in memory; longer conversations are not given to them. */
export const peersUpTo = 100_000

/** How long a peer may take altogether. */
export const peerMilliseconds = 120_000
