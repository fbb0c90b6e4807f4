import type { Json, JsonObject } from '../../core/content/json.ts'
import { surroundings } from '../anthropic/anthropic.ts'
import { documentsOf, isMessage } from '../chat/documents.ts'
import { readChat, type Surroundings } from '../chat/read.ts'
import type { Format } from '../format.ts'
import { isObject, listOf, timeField } from '../shape.ts'
import { messageReader } from './message.ts'

/**
 * A Cline task's `api_conversation_history.json`, told by the environment details in what it sends, or the newer file
 * of a session, told by its session id: messages in Anthropic's shapes with blocks of Cline's own. What old versions
 * wrote as markup in texts (tool calls, the environment) stays text.
 */
export const cline: Format = {
  name: 'cline',
  about: 'Cline task (api_conversation_history.json) or session file',
  matches: ({ first }) => {
    const document = first === undefined || isMessage(first) ? undefined : documentsOf(first)?.[0]
    if (!document) return false
    const { fields, messages } = document
    return isSession(fields) || (Array.isArray(first) && messages.slice(0, 6).some(hasEnvironment))
  },
  read: (source) => readChat(source, { surroundings: sessionOf, reader: messageReader }),
}

function isSession(fields: JsonObject): boolean {
  return 'sessionId' in fields && ('system_prompt' in fields || 'agent' in fields)
}

function hasEnvironment(message: Json): boolean {
  if (!isObject(message) || message.role !== 'user') return false
  const texts = listOf(message.content).flatMap((block) => (isObject(block) ? [block.text] : []))
  return texts.some((text) => typeof text === 'string' && text.includes('<environment_details>'))
}

function sessionOf(fields: JsonObject): Surroundings {
  const { system_prompt: prompt, sessionId, title } = fields
  return {
    ...surroundings(typeof prompt === 'string' ? { ...fields, system: prompt } : fields),
    ...(typeof sessionId === 'string' && sessionId !== '' ? { key: sessionId } : {}),
    ...(typeof title === 'string' ? { title } : {}),
    ...timeField(fields.created_at, fields.started_at),
  }
}
