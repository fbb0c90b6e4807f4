import { type AssistantContent, type ModelMessage, pruneMessages } from 'ai'
import type { Part } from '../../src/core/content/part.ts'
import type { Message } from '../conversation.ts'
import { resultText } from './langchain.ts'

/** Takes out old tool calls and their results, as the AI SDK does it. It has no budget. Returns how many messages stay. */
export function prune(messages: ModelMessage[]): number {
  return pruneMessages({ messages, reasoning: 'all', toolCalls: 'before-last-20-messages', emptyMessages: 'remove' })
    .length
}

/** Generated messages as the AI SDK's, one for one. */
export function toModelMessages(messages: Iterable<Message>): ModelMessage[] {
  const made: ModelMessage[] = []
  for (const message of messages) made.push(converted(message))
  return made
}

function converted({ author, parts }: Message): ModelMessage {
  if (author === 'tool') {
    const content = parts.flatMap((part) => (part.kind === 'tool-result' ? [part] : []))
    return {
      role: 'tool',
      content: content.map((part) => ({
        type: 'tool-result',
        toolCallId: part.callId,
        toolName: part.name ?? '',
        output: { type: 'text', value: resultText(part) },
      })),
    }
  }
  if (author === 'human') {
    return {
      role: 'user',
      content: parts.flatMap((part) => (part.kind === 'text' ? [{ type: 'text', text: part.text }] : [])),
    }
  }
  return { role: 'assistant', content: parts.flatMap(assistantPart) }
}

function assistantPart(part: Part): Exclude<AssistantContent, string> {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }]
  if (part.kind !== 'tool-call') return []
  return [{ type: 'tool-call', toolCallId: part.callId, toolName: part.name, input: part.input }]
}
