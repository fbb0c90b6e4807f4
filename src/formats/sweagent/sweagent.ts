import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import { type MessageReader, readChat } from '../chat/read.ts'
import type { Format } from '../format.ts'
import { messageReader } from '../openai/message.ts'
import { isObject, listOf } from '../shape.ts'
import { withWindow } from './window.ts'

/**
 * A SWE-agent run (`.traj`): `history` holds the chat messages as the model was sent them, with the tool's own fields
 * beside. The `trajectory` in the same file says the same again and is not read.
 */
export const sweagent: Format = {
  name: 'sweagent',
  about: 'SWE-agent run (.traj)',
  matches: ({ first }) =>
    isObject(first) && (listOf(first.history).some(isOwnMessage) || listOf(first.trajectory).some(isOwnStep)),
  read: (source) => readChat(source, { surroundings: () => ({}), reader }, 'history'),
}

function isOwnMessage(message: Json): boolean {
  return isObject(message) && typeof message.role === 'string' && ('agent' in message || 'message_type' in message)
}

/** Where the trajectory comes before the history, the beginning of a long file shows nothing else. */
function isOwnStep(step: Json): boolean {
  return isObject(step) && typeof step.action === 'string' && 'observation' in step
}

function reader(): MessageReader {
  const read = messageReader()
  return (message, key) => {
    const drafts = read(asChat(message), key)
    if (typeof drafts === 'string') return drafts
    return drafts.map((draft) => ({ ...draft, parts: [...thinking(message), ...draft.parts.map(shown)] }))
  }
}

/** The message with one id for its call, and without what is the tool's own. */
function asChat(message: JsonObject): JsonObject {
  const { role, content, thought, tool_calls, tool_call_ids, tool_call_id, reasoning_content, name } = message
  const id = tool_call_id ?? listOf(tool_call_ids)[0]
  const isResult = role === 'tool' && typeof id === 'string'
  const text = content === null || content === '' ? (thought ?? content) : content
  return {
    role: role === 'tool' && !isResult ? 'user' : role,
    content: text,
    ...(Array.isArray(tool_calls) ? { tool_calls } : {}),
    ...(isResult ? { tool_call_id: id } : {}),
    ...(typeof reasoning_content === 'string' ? { reasoning_content } : {}),
    ...(typeof name === 'string' ? { name } : {}),
  }
}

function thinking(message: JsonObject): Part[] {
  return listOf(message.thinking_blocks).flatMap((block): Part[] => {
    if (!isObject(block) || typeof block.thinking !== 'string') return []
    const signed =
      typeof block.signature === 'string' ? { provider: { anthropic: { signature: block.signature } } } : {}
    return [{ kind: 'reasoning', text: block.thinking, ...signed }]
  })
}

function shown(part: Part): Part {
  return part.kind === 'tool-result' ? { ...part, content: part.content.map(withWindow) } : part
}
