import type { Outcome } from '../../decision.ts'
import type { PlanSettings } from '../../plan-input.ts'
import type { Refusal } from '../../refusal.ts'
import type { PlacedMarker } from '../draft.ts'
import type { Unit } from '../path.ts'

/** A section fitted into its room. */
export interface Fitted {
  readonly kind: 'fitted'
  readonly outcomes: readonly (readonly [number, Outcome])[]
  readonly used: number
  /** Everything went in, in full. */
  readonly complete: boolean
}

/** History fitted into its room. */
export interface FittedHistory extends Fitted {
  readonly markers: readonly PlacedMarker[]
  readonly recentShrunk: boolean
  readonly markerLeftOut: boolean
}

/** What a strategy goes by: what a person set, and where the call stands. */
export interface FitTerms extends PlanSettings {
  readonly limit: number
  /** What markers may take up to, where the room is only that of a cut. */
  readonly markerRoom: number
  /** The branch has a previous plan, and the request is above the threshold: a cut is called for before the limit. */
  readonly cutsDown: boolean
}

/** Chooses which units of the path are sent. Units that are held are kept and charged already. */
export type HistoryFit = (units: readonly Unit[], room: number, terms: FitTerms) => FittedHistory | Refusal
