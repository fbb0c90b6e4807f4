import type { Json } from '../core/content/json.ts'
import type { ResultContent } from '../core/content/part.ts'
import type { ToolDefinition } from '../core/render/message.ts'
import type { FileChange } from '../history/calls/tool-trace.ts'

/** Whether a tool may run: always, when a person says so, or never. */
export type ToolPermission = 'allow' | 'ask' | 'deny'

/** What one run of a tool is given. */
export interface ToolRun {
  readonly callId: string
  /** Aborted when a person stops the turn. */
  readonly signal: AbortSignal
}

/** What a tool came to. A failure is an outcome, too: the model reads it and goes on. */
export interface ToolOutcome {
  readonly content: readonly ResultContent[]
  readonly isError: boolean
  /** Of a command; null where it was killed. */
  readonly exitCode?: number | null
  readonly changes?: readonly FileChange[]
  /** The branch that the turn goes on with, where the tool went elsewhere. */
  readonly branch?: string
}

/** Something that a model may do. */
export interface Tool {
  readonly definition: ToolDefinition
  /** What holds where the settings say nothing. */
  readonly permission: ToolPermission
  /** It changes nothing, so it may run beside others. */
  readonly readsOnly: boolean
  /** What a call will do, in one line, for the person who is asked. Never throws, whatever the input. */
  describe(input: Json): string
  /** What it will change, as a diff, for the person who is asked; null where there is nothing to show. */
  preview?(input: Json): Promise<string | null>
  /** Runs it. Bad input and failures come back as outcomes; throws only where it was aborted, and for faults. */
  run(input: Json, run: ToolRun): Promise<ToolOutcome>
}
