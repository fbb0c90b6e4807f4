import type { Budget, Shares } from '../core/budget.ts'
import type { CachePrices } from '../core/cache/predecessor.ts'
import type { Digest } from '../core/content/digest.ts'
import type { HistoryKeep, HistoryStrategy } from '../core/plan-input.ts'
import type { RenderOptions, RenderTarget } from '../core/render/render.ts'
import type { Mode } from '../history/conversation.ts'
import type { Route } from '../history/route.ts'
import type { LoomRecipe } from '../loom/aware/loom-recipe.ts'
import type { RecipeText } from './bundles/attached.ts'

/** A branch's previous plan, as the next one is made from it. */
export interface PreviousCall {
  readonly plan: Digest
  /** Document of the plan with all its decisions. */
  readonly decisions: Digest
  /** The edits that were in force then. */
  readonly edits: Digest | null
  /** It is longer ago than the provider keeps what was sent. */
  readonly cold: boolean
  /** The id of the measure in which it was made; absent where it is the recipe's. */
  readonly measure?: string
}

/**
 * Everything a plan is made from, as stored facts: what is immutable is named by id or digest, what can change is written
 * out. From a recipe and the store alone the same plan comes again, whatever has changed since.
 */
export interface Recipe {
  readonly version: 2
  readonly conversation: string
  readonly mode: Mode
  readonly branch: string
  /** The last node of the path; null where nothing has been said yet. */
  readonly head: string | null
  /** The path to the head as it was resolved then. */
  readonly route: Route | null
  /** Everything that carries a revision held up to this one: marks, prunes, notes, what was added to the tree. */
  readonly revision: number
  /** Content of the texts that make up the system text, in order. */
  readonly system: readonly { readonly id: string; readonly content: Digest }[]
  /** Nodes on the path's edges whose text goes into the system text, in path order. */
  readonly instructions: readonly { readonly id: string; readonly content: Digest }[]
  /** The texts of the bundles that go along; absent where there are none. */
  readonly bundles?: readonly RecipeText[]
  /** Notes that are sent, because the request names them. */
  readonly annotations: readonly string[]
  /** System text is sent; in buffer mode only by setting. */
  readonly systemOn: boolean
  /** Content of the tool definitions, one each. */
  readonly tools: readonly { readonly id: string; readonly content: Digest }[]
  /** The branch's previous plan: what it sent stays as it is as long as that is possible. Null for a first call. */
  readonly previous: PreviousCall | null
  /** Document of the edits that are in force, a list of `Edit`; null where there are none. */
  readonly edits: Digest | null
  /** Document of the compactions that stand, a list of `CompactionFact`; absent where there are none. */
  readonly compactions?: Digest
  /** What the provider asks for cached input; null where it caches nothing, or nothing is known. */
  readonly prices: CachePrices | null
  /** Content of a question that is planned for without being said. */
  readonly question: Digest | null
  /** Headers, and what stands next to the input, for an agent that is told of the tree. */
  readonly loom?: LoomRecipe
  readonly model: string
  readonly measure: string
  /** What each message costs besides its content. */
  readonly perMessage: number
  readonly budget: Budget
  readonly historyStrategy: HistoryStrategy
  /** Shares of the limit; see `PlanSettings`. */
  readonly pressure: number
  readonly lowWater: number
  readonly repeats: number
  /** See `CallSettings`. */
  readonly filesInWork: number
  readonly minimumRecentNodes: number
  readonly keep: HistoryKeep
  readonly shares: Shares
  readonly target: RenderTarget
  /** What the request says beside the prompt. */
  readonly options: RenderOptions
}
