import { anthropicReader } from './anthropic.ts'
import { chatReader } from './chat.ts'
import { modelMessageReader } from './model-message.ts'
import { isRecord, type ReadMessages } from './read-node.ts'
import { readWith } from './reader.ts'
import { responsesReader } from './responses.ts'

/**
 * Whose messages they are: OpenAI's chat messages, OpenAI's input items of responses, Anthropic's messages, or the AI SDK's
 * `ModelMessage` and the prompt that it hands to a model.
 */
export type MessageFormat = 'openai-chat' | 'openai-responses' | 'anthropic' | 'ai-sdk'

/** Messages as planning sees them. Never throws over what they say. */
export function readMessages(messages: readonly unknown[], format: MessageFormat): ReadMessages {
  switch (format) {
    case 'openai-chat':
      return readWith(messages, chatReader())
    case 'openai-responses':
      return readWith(messages, responsesReader(), { joined: true })
    case 'anthropic':
      return readWith(messages, anthropicReader())
    case 'ai-sdk':
      return readWith(messages, modelMessageReader())
    default:
      return format satisfies never
  }
}

/**
 * Whose messages they are, by the first that only one of them has. Where there is none, all take the same, and they are read as
 * OpenAI's chat messages.
 */
export function formatOf(messages: readonly unknown[]): MessageFormat {
  for (const message of messages) {
    const found = isRecord(message) ? ownFormat(message) : undefined
    if (found) return found
  }
  return 'openai-chat'
}

function ownFormat(message: { readonly [key: string]: unknown }): MessageFormat | undefined {
  const { role, type, content } = message
  if (role === undefined && typeof type === 'string') return 'openai-responses'
  if ('tool_calls' in message || 'tool_call_id' in message || 'function_call' in message || role === 'function')
    return 'openai-chat'
  if ('providerOptions' in message) return 'ai-sdk'
  if (!Array.isArray(content)) return undefined
  for (const block of content) {
    const found = isRecord(block) ? formatOfBlock(block) : undefined
    if (found) return found
  }
  return undefined
}

const ownBlocks: ReadonlyMap<unknown, MessageFormat> = new Map([
  ...['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'document', 'search_result', 'server_tool_use'].map(
    (type) => [type, 'anthropic'] as const,
  ),
  ...['input_text', 'output_text', 'input_image', 'input_file', 'refusal'].map(
    (type) => [type, 'openai-responses'] as const,
  ),
  ...['image_url', 'input_audio'].map((type) => [type, 'openai-chat'] as const),
  ...['tool-call', 'tool-result', 'reasoning', 'tool-approval-request', 'tool-approval-response'].map(
    (type) => [type, 'ai-sdk'] as const,
  ),
])

function formatOfBlock(block: { readonly [key: string]: unknown }): MessageFormat | undefined {
  if (block.type === 'image') return 'source' in block ? 'anthropic' : 'ai-sdk'
  if (block.type === 'file' && isRecord(block.file)) return 'openai-chat'
  if (block.type === 'file' && 'mediaType' in block) return 'ai-sdk'
  if ('cache_control' in block) return 'anthropic'
  return 'providerOptions' in block ? 'ai-sdk' : ownBlocks.get(block.type)
}
