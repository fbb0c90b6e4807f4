import type { BudgetAccount } from '../../core/budget.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { Call } from '../../history/calls/call.ts'
import type { Approval, Approved } from '../../session/turn/session.ts'
import type { SessionEvent } from '../../telemetry/event.ts'
import type { Choice } from './input/completion.ts'

/** The person at the terminal, as a turn sees them. */
export interface Person {
  /** Aborted when they stop the turn. */
  readonly signal: AbortSignal
  /** Asks them; absent where nobody can be asked. Never throws: who stops the turn says no. */
  readonly approve?: (approval: Approval, signal: AbortSignal) => Promise<Approved>
  /** Tells them a sentence before the turn begins. Sanitizes. */
  readonly tell?: (text: string) => void
}

/** Where the chat is. */
export interface ChatStatus {
  readonly model: string
  readonly branch: string
  /** The account of the last plan; null before the first. */
  readonly budget: BudgetAccount | null
}

/** What values a command takes, to complete them. */
export type ValueKind = 'agent' | 'branch' | 'checkpoint' | 'conversation' | 'model' | 'node' | 'path' | 'plan'

/** What a chat stands on. What these throw is told to the person, and the chat goes on. */
export interface ChatHooks {
  /** A turn with what the person said. */
  send(text: string, person: Person): AsyncIterable<SessionEvent>
  /** Another answer to the last message, as a sibling. */
  retry(person: Person): AsyncIterable<SessionEvent>
  /** Goes on where an answer was interrupted, or the model stopped. */
  continue(person: Person): AsyncIterable<SessionEvent>
  /** So many answers at the same time, each on a branch of its own. */
  generate(count: number, person: Person): AsyncIterable<SessionEvent>
  /** Runs a command line of `heddle` (without `heddle`), which prints for itself. */
  run(argv: readonly string[], signal: AbortSignal): Promise<void>
  /** What the next call would send. */
  context(): Promise<ContextPlan>
  /** Goes on with another model; without a name it only says which. Resolves to what to tell. */
  model(name: string | undefined): Promise<string>
  /** Goes back to before the last message. Resolves to what to tell, and the message, to be written anew. */
  undo(): Promise<{ readonly told: string; readonly text: string }>
  /** The answers beside the last one, as lines; with a number or `next` or `previous` it goes there first. */
  siblings(which: string | undefined): Promise<readonly string[]>
  status(): Promise<ChatStatus>
  /** The name of a branch by its id. */
  branchName(id: string): Promise<string>
  /** Values that begin as typed. */
  values(kind: ValueKind, typed: string): Promise<readonly Choice[]>
  /** What a call cost in US dollars; null where prices are not known. */
  cost(call: Call): number | null
}
