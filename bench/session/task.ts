/** What a process of its own is asked to do. */
export type Task =
  /** Stores a generated conversation in a new workspace, counted as the model of the settings counts. */
  | { readonly kind: 'fill'; readonly messages: number; readonly folder: string }
  /** Makes turns behind it under each limit; null: the one that the model's window gives. */
  | { readonly kind: 'turns'; readonly folder: string; readonly budgets: readonly (number | null)[] }
  /** The same turns in a loop around `generateText`; with `newest`, so many messages are sent, else all. */
  | { readonly kind: 'peer'; readonly messages: number; readonly folder: string; readonly newest: number | null }

/** What filling came to. The making of the messages is not in the time. */
export interface Filled {
  readonly milliseconds: number
  readonly storeMegabytes: number
}

/** A turn of one call, or of two with a tool between them. */
export const turnKinds = ['1 call', '2 calls, 1 tool'] as const
export type TurnKind = (typeof turnKinds)[number]

/** What a turn's time goes to, in the order of a turn. `estimate`: what a call's record keeps to learn from. */
export const phases = [
  'begin',
  'append',
  'ready',
  'plan',
  'estimate',
  'record',
  'run tool',
  'reflect',
  'learn',
  'trace',
  'end',
] as const
export type Phase = (typeof phases)[number]

/** One turn: milliseconds without the model's, in all and by phase. */
export interface TimedTurn {
  readonly kind: TurnKind
  readonly total: number
  /** Empty for a peer. */
  readonly phases: { readonly [phase in Phase]?: number }
  /** What the last request took, in the plan's measure; null for a peer. */
  readonly used: number | null
}

/** Turns under one limit. */
export interface Turns {
  readonly budget: number | null
  /** The turns that count, behind the ones that warm up. */
  readonly timed: readonly TimedTurn[]
  /** The longest of the turns before: the first at all, or the first in a measure that was learned; null for a peer. */
  readonly longestBefore: number | null
}

/** So many turns of each kind warm up, and so many count. */
export const warmUpTurns = 12
export const countedTurns = 30

/** The peers may take so long for each kind of turn, in milliseconds. */
export const peerMilliseconds = 8000
