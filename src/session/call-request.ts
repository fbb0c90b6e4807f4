import type { Shares } from '../core/budget.ts'
import type { Part } from '../core/content/part.ts'
import type { HistoryKeep, HistoryStrategy } from '../core/plan-input.ts'
import { momentDefaults } from '../core/plan-input.ts'
import type { ToolDefinition } from '../core/render/message.ts'
import type { RenderTarget } from '../core/render/render.ts'
import type { Agent, Conversation } from '../history/conversation.ts'
import type { Branch } from '../history/node.ts'
import type { ModelFacts } from '../models/model-facts.ts'

/** What is done under pressure with history that has to go: it is left out, or a summary is sent in its place. */
export type UnderPressure = 'truncate' | 'compact'

/** What a person may set about a call. */
export interface CallSettings {
  /** Whether history that has to go is left out, or a summary is sent in its place. */
  readonly underPressure: UnderPressure
  /** What is done with history that does not fit. */
  readonly truncationStrategy: HistoryStrategy
  /** How many of the last nodes `truncateMiddle` keeps before it fills the beginning. */
  readonly minimumRecentNodes: number
  /** What a cut by `keepFirstPair` leaves of what it has not cut yet. */
  readonly keep: HistoryKeep
  /** Kept free for the answer, in the plan's measure. */
  readonly tokenBuffer: number
  /** The fraction of the window less `tokenBuffer` that is kept back; null: 0 where the tokenizer is exact, else 0.05. */
  readonly safety: number | null
  /** The share of the limit above which what is sent is made smaller: repeats first, then outputs, then history. */
  readonly pressure: number
  /** The share of what history and files may take to which a cut goes down; 1 cuts to the limit. */
  readonly lowWater: number
  /** The share of the limit above which repeats that pay become notices between cuts. */
  readonly repeats: number
  /** A file is in work while it is among so many of the newest uses of files, or the current turn names it. */
  readonly filesInWork: number
  /** Fractions for sections; their sum is at most 1. */
  readonly shares: Shares
  /** The names of the bundles that go along. */
  readonly bundles: readonly string[]
  /** Whether system text is sent in a conversation of mode `buffer`. */
  readonly bufferModeSystemContext: boolean
}

/** What holds where nobody has set anything. */
export const defaultCallSettings: CallSettings = {
  underPressure: 'truncate',
  truncationStrategy: 'truncateMiddle',
  minimumRecentNodes: 4,
  keep: 'auto',
  tokenBuffer: 1024,
  safety: null,
  pressure: momentDefaults.pressure,
  lowWater: momentDefaults.lowWater,
  repeats: momentDefaults.repeats,
  filesInWork: 400,
  shares: { files: 0.4, bundle: 0.25 },
  bundles: [],
  bufferModeSystemContext: false,
}

/** A call to be planned. */
export interface CallRequest {
  readonly conversation: Conversation
  /** Planned up to its head as it is in the store, unless `head` says otherwise. */
  readonly branch: Branch
  /** Plans up to this node of the branch instead. */
  readonly head?: string
  /** Plans for this as the next message, without saying it. */
  readonly question?: readonly Part[]
  /** The agent that answers. Default: none. */
  readonly agent?: Agent | null
  readonly model: ModelFacts
  /** Default `defaultCallSettings`. */
  readonly settings?: CallSettings
  /** A limit of its own for the input; the model's holds where it is smaller. */
  readonly budget?: number
  /** Counts in this measure instead of the model's. */
  readonly measure?: string
  readonly target: RenderTarget
  /** The tools that the model may call, in place of those of the conversation and of a loom-aware agent. */
  readonly tools?: readonly ToolDefinition[]
  /** Ids of notes on the path that are to be sent. Default: none. */
  readonly annotations?: readonly string[]
  /** Cache breakpoints where sections end, for a provider that wants to be told. Default: none. */
  readonly cacheBreakpoints?: boolean
}
