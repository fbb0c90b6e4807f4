import type { Budget, Shares } from './budget.ts'
import type { Predecessor } from './cache/predecessor.ts'
import type { Candidate } from './candidate.ts'
import type { Digest } from './content/digest.ts'

/** How history is cut when it does not fit. */
export type HistoryStrategy = 'truncateMiddle' | 'rollingWindow' | 'keepFirstPair' | 'stopAtLimit'

/** How much `keepFirstPair` keeps at a cut of what it has not cut yet; `auto` goes by how much is too much. */
export type HistoryKeep = 'auto' | 'half' | 'quarter' | 'lastTwo' | 'none'

/**
 * Whether what was sent before may be sent otherwise now. Between moments it stays as it was, so that the provider's
 * cached prefix survives.
 *
 * - `none`: nothing changes.
 * - `repeats`: there is some pressure; repeats may become notices if that pays.
 * - `cold`: the provider has forgotten what was sent, so a change costs nothing.
 * - `pressure`: the next request is above the threshold. Everything is looked at anew.
 */
export type Moment = 'none' | 'repeats' | 'cold' | 'pressure'

/** What holds where nobody has set anything; see `PlanSettings`. */
export const momentDefaults = { pressure: 0.9, lowWater: 0.5, repeats: 0.5 } as const

/** What a person may set about planning; every one has a default. */
export interface PlanSettings {
  /** Default `truncateMiddle`. */
  readonly historyStrategy: HistoryStrategy
  /** How many of the last nodes `truncateMiddle` keeps before it fills the beginning. Default 4. */
  readonly minimumRecentNodes: number
  /** What a cut by `keepFirstPair` leaves. Default `auto`. */
  readonly keep?: HistoryKeep
  /** What the marker costs where history is missing, whatever it says. */
  readonly markerSize: number
  /** The share of the limit above which what is sent is made smaller: repeats first, then outputs, then history. Default 0.9. */
  readonly pressure?: number
  /** The share of what history and files may take to which a cut goes down, where the branch has a previous plan. Default 0.5. */
  readonly lowWater?: number
  /** The share of the limit above which repeats that pay become notices between cuts. Default 0.5. */
  readonly repeats?: number
  /** Sections without a share take what the others leave. Default: none has one. */
  readonly shares: Shares
}

/** Everything planning looks at. */
export interface PlanInput {
  readonly budget: Budget
  /** History in path order; ids are unique. The input is the section of that name, else the node flagged in the history. */
  readonly candidates: readonly Candidate[]
  readonly settings: PlanSettings
  /** What the branch's previous call sent, if there was one. */
  readonly previous?: Predecessor
  /** Whether what was sent may change, as it was found before smaller forms were offered. Absent: planning finds it. */
  readonly moment?: Moment
  /** Whether history goes down to the low-water mark. Absent: planning finds it. */
  readonly cut?: boolean
  /** The id of the measure in which all sizes are given. */
  readonly measure: string
  /** The digest of what the candidates were gathered from, so that the plan can be made again. */
  readonly source?: Digest
  /** The digest of what is known of the session's files, for the next plan to go on from. */
  readonly book?: Digest
}
