import type { ContextPlan } from '../../../core/context-plan.ts'
import type { SessionEvent } from '../../../telemetry/event.ts'
import type { ChatHooks, Person, ValueKind } from '../hooks.ts'

/** What a command may do in the chat. */
export interface CommandChat {
  readonly hooks: ChatHooks
  readonly person: Person
  /** The plans of this chat by their ids, the newest last. */
  readonly plans: readonly string[]
  /** Prints lines that are safe for a terminal. */
  print(lines: readonly string[]): void
  /** Shows a turn as it comes. */
  show(events: AsyncIterable<SessionEvent>): Promise<void>
  /** Shows several turns at the same time. */
  showRuns(events: AsyncIterable<SessionEvent>): Promise<void>
  showContext(plan: ContextPlan): void
  showHelp(name: string | undefined): void
  /** Runs a command line of `heddle`, which prints for itself. */
  run(argv: readonly string[]): Promise<void>
  /** Puts a text into the editor, to be gone on with. */
  write(text: string): void
  quit(): void
}

/** A command of the chat. */
export interface ChatCommand {
  readonly name: string
  /** As the help shows them. */
  readonly args: string
  readonly about: string
  /** What its arguments may be, in their order. */
  readonly completes?: readonly (ValueKind | readonly string[])[]
  run(chat: CommandChat, words: readonly string[], rest: string): Promise<void> | void
}
