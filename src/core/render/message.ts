import type { Json } from '../content/json.ts'
import type { Part } from '../content/part.ts'

/** A tool that the model may call. `inputSchema` is a JSON schema. */
export interface ToolDefinition {
  readonly name: string
  readonly description?: string
  readonly inputSchema: Json
}

/** Who speaks in a message. */
export type Role = 'system' | 'user' | 'assistant'

/**
 * One message as every provider understands it. Tool results travel in the user message behind their calls, ahead of
 * anything else in it. `nodes` are the ids whose content it carries, in order. `edges` are the numbers of the parts behind
 * which a section of the plan ends that a later call can send again, so that a renderer can set a cache breakpoint there.
 */
export interface Message {
  readonly role: Role
  readonly parts: readonly Part[]
  readonly nodes: readonly string[]
  readonly edges?: readonly number[]
}

/** A plan with its contents, ready for any renderer. `system` is null where there is no system text. */
export interface Prompt {
  readonly tools: readonly ToolDefinition[]
  readonly system: string | null
  readonly messages: readonly Message[]
}
