import type { Budget, Shares } from './budget.ts'
import type { Candidate } from './candidate.ts'
import type { Digest } from './content/digest.ts'

/** How history is cut when it does not fit. */
export type HistoryStrategy = 'truncateMiddle' | 'rollingWindow' | 'stopAtLimit'

/** What a person may set about planning; every one has a default. */
export interface PlanSettings {
  /** Default `truncateMiddle`. */
  readonly historyStrategy: HistoryStrategy
  /** How many of the last nodes `truncateMiddle` keeps before it fills the beginning. Default 4. */
  readonly minimumRecentNodes: number
  /** What the marker costs where history is missing, whatever it says. */
  readonly markerSize: number
  /** Sections without a share take what the others leave. Default: none has one. */
  readonly shares: Shares
}

/** Everything planning looks at. */
export interface PlanInput {
  readonly budget: Budget
  /** History in path order; ids are unique. The input is the section of that name, else the node flagged in the history. */
  readonly candidates: readonly Candidate[]
  readonly settings: PlanSettings
  /** The id of the measure in which all sizes are given. */
  readonly measure: string
  /** The digest of what the candidates were gathered from, so that the plan can be made again. */
  readonly source?: Digest
}
