import type { JsonObject } from '../../content/json.ts'
import type { ObjectSchema } from '../schema.ts'

/** A breakpoint behind which the provider caches. */
export type CacheControl = { type: 'ephemeral' }

type Cached = { cache_control?: CacheControl }

/** The image types that the provider takes. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** Where an image or a document comes from, by its address or its id. */
export type AnthropicSource = { type: 'url'; url: string } | { type: 'file'; file_id: string }

/** Text. */
export type AnthropicText = Cached & { type: 'text'; text: string }

/** An image. */
export type AnthropicImage = Cached & {
  type: 'image'
  source: AnthropicSource | { type: 'base64'; media_type: (typeof imageTypes)[number]; data: string }
}

/** A file as the provider reads it. */
export type AnthropicDocument = Cached & {
  type: 'document'
  title?: string
  source:
    | AnthropicSource
    | { type: 'base64'; media_type: 'application/pdf'; data: string }
    | { type: 'text'; media_type: 'text/plain'; data: string }
}

/** What may stand in a result. */
export type AnthropicContent = AnthropicText | AnthropicImage | AnthropicDocument

/** A call. */
export type AnthropicToolUse = Cached & { type: 'tool_use'; id: string; name: string; input: JsonObject }

/** A result. */
export type AnthropicToolResult = Cached & {
  type: 'tool_result'
  tool_use_id: string
  content?: string | AnthropicContent[]
  is_error?: boolean
}

/** Reasoning, with the signature without which it is refused. */
export type AnthropicThinking = { type: 'thinking'; thinking: string; signature: string }

/** A block of a message. */
export type AnthropicBlock = AnthropicContent | AnthropicToolUse | AnthropicToolResult | AnthropicThinking

/** One message. */
export type AnthropicMessage = { role: 'user' | 'assistant'; content: AnthropicBlock[] }

/** A tool definition. */
export type AnthropicTool = Cached & { name: string; description?: string; input_schema: ObjectSchema }

/** The body of a Messages request, as far as Heddle decides it. */
export type AnthropicRequest = {
  model?: string
  max_tokens?: number
  system?: string | AnthropicText[]
  tools?: AnthropicTool[]
  messages: AnthropicMessage[]
}
