import type { Part } from '../../core/content/part.ts'
import type { Call, FinishReason } from '../../history/calls/call.ts'
import type { Run } from '../../history/calls/run.ts'
import type { CallRequest } from '../call-request.ts'

/** A turn to be made: from a message until the model stops calling tools. */
export interface TurnRequest
  extends Pick<CallRequest, 'conversation' | 'branch' | 'agent' | 'model' | 'settings' | 'budget' | 'measure'> {
  /** What the person says. Without it the turn goes on from the branch's head. */
  readonly message?: readonly Part[]
  /** How many calls a turn may take. Default `defaultMaxSteps`. */
  readonly maxSteps?: number
  /** The longest answer, in tokens. Default: the agent's, else what the window has left. */
  readonly maxOutputTokens?: number
  /** Default: the agent's, else the provider's. */
  readonly temperature?: number
  /** Stops the turn: what there is of the answer is kept. */
  readonly signal?: AbortSignal
  /** A run that was put before, in state `queued`. Default: a new one. */
  readonly run?: Run
}

/** What holds where a request says nothing. */
export const defaultMaxSteps = 100

/** What came of a turn. */
export interface TurnResult {
  /** As it ended: `done`, `failed` or `stopped`. */
  readonly run: Run
  readonly calls: readonly Call[]
  /** Parts of the last answer, also where it was interrupted. */
  readonly parts: readonly Part[]
  /** Why the last answer ended; null where none did. */
  readonly finish: FinishReason | null
  /** The id of the branch that the person goes on with: the request's, unless an agent went elsewhere. */
  readonly branch: string
}

/** The texts of the last answer, joined by a blank line. */
export function textOf({ parts }: Pick<TurnResult, 'parts'>): string {
  return parts.flatMap((part) => (part.kind === 'text' && part.text !== '' ? [part.text] : [])).join('\n\n')
}
