import type { Budget, Shares } from '../core/budget.ts'
import type { Digest } from '../core/content/digest.ts'
import type { HistoryStrategy } from '../core/plan-input.ts'
import type { RenderOptions, RenderTarget } from '../core/render/render.ts'
import type { Mode } from '../history/conversation.ts'

/**
 * Everything a plan is made from, as stored facts: what is immutable is named by id or digest, what can change is written
 * out. From a recipe and the store alone the same plan comes again, whatever has changed since.
 */
export interface Recipe {
  readonly version: 1
  readonly conversation: string
  readonly mode: Mode
  readonly branch: string
  /** The last node of the path; null where nothing has been said yet. */
  readonly head: string | null
  /** The marks that held: all up to this revision. */
  readonly markRevision: number
  /** Content of the texts that make up the system text, in order. */
  readonly system: readonly { readonly id: string; readonly content: Digest }[]
  /** System text is sent; in buffer mode only by setting. */
  readonly systemOn: boolean
  /** Content of the tool definitions, one each. */
  readonly tools: readonly { readonly id: string; readonly content: Digest }[]
  /** Content of a question that is planned for without being said. */
  readonly question: Digest | null
  readonly model: string
  readonly measure: string
  /** What each message costs besides its content. */
  readonly perMessage: number
  readonly budget: Budget
  readonly historyStrategy: HistoryStrategy
  readonly minimumRecentNodes: number
  readonly shares: Shares
  readonly target: RenderTarget
  /** What the request says beside the prompt. */
  readonly options: RenderOptions
}
