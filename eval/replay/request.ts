import type { AnthropicBlock, AnthropicText, AnthropicTool } from '../../src/core/render/targets/anthropic-request.ts'

/** A part of a message in Anthropic's shapes. */
export type Block = AnthropicBlock

/** One message of a request. */
export interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: readonly Block[]
}

/** What one edit needs to have seen: the lines of its old text, trimmed. */
export interface Expectation {
  readonly lines: readonly string[]
}

/** One call of a replayed session as a policy would send it. Calls count from 0. A line of `requests.jsonl`. */
export interface ReplayRequest {
  readonly session: string
  readonly call: number
  readonly tools: readonly AnthropicTool[]
  readonly system: string | readonly AnthropicText[]
  readonly messages: readonly Message[]
  readonly expects: readonly Expectation[]
}
