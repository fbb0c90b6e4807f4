import type { Json } from '../core/content/json.ts'
import type { ToolDefinition } from '../core/render/message.ts'

/** Dialogue: messages with roles. Buffer: one document. */
export type Mode = 'dialogue' | 'buffer'

/** A conversation tree. Its mode is fixed when it is made. Times are Unix milliseconds. */
export interface Conversation {
  readonly id: string
  readonly shortId: string
  readonly title: string
  readonly mode: Mode
  readonly system: string | null
  readonly tools: readonly ToolDefinition[]
  /** The id of the agent that answers in it, if one is selected. */
  readonly agent: string | null
  /** The branch that is checked out. */
  readonly branch: string
  /** Settings of this conversation's own, by key. */
  readonly settings: { readonly [key: string]: Json }
  /** The format and key it was imported under. */
  readonly origin: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** What an agent may do. Loom tools each stand under one of these. */
export type Permission = 'loom_aware' | 'loom_write' | 'loom_generate'

/** A model with its instructions. */
export interface Agent {
  readonly id: string
  readonly name: string
  /** `provider:model`, as in the model table. */
  readonly model: string
  readonly systemPrompt: string | null
  readonly temperature: number | null
  readonly maxTokens: number | null
  readonly permissions: readonly Permission[]
  readonly createdAt: number
}
