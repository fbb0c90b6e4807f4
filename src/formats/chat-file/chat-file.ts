import { z } from 'zod'
import type { Json, JsonObject } from '../../core/content/json.ts'
import { type MessageReader, readChat, type Surroundings } from '../chat/read.ts'
import type { Format } from '../format.ts'
import { withMentions } from '../mentions.ts'
import { anyJson, describeShape, isObject, listOf, timeField } from '../shape.ts'

/**
 * A chat file, `{metadata, messages}`: what is said stands in lines. An error is a system node that is excluded and
 * tagged `error`.
 */
export const chatFile: Format = {
  name: 'chat-file',
  about: 'chat file ({metadata: {title, system_prompt, …}, messages})',
  matches: ({ first }) => isObject(first) && isObject(first.metadata) && Array.isArray(first.messages) && isOwn(first),
  read: (source) => readChat(source, { surroundings, reader: () => readMessage }),
}

const ownFields = ['system_prompt', 'summary', 'updated_at', 'created_at']

function isOwn({ metadata, messages }: JsonObject): boolean {
  if (!listOf(messages).every((message) => messageShape.safeParse(message).success && !hasCalls(message))) return false
  return (
    (isObject(metadata) && ownFields.some((field) => field in metadata)) ||
    listOf(messages).some((message) => isObject(message) && (message.role === 'error' || inLines(message.content)))
  )
}

function hasCalls(message: Json): boolean {
  return isObject(message) && 'tool_calls' in message
}

function inLines(content: Json | undefined): boolean {
  return typeof listOf(content)[0] === 'string'
}

const messageShape = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(z.string())]).nullish(),
  timestamp: anyJson.optional(),
  model: z.string().nullish(),
})

function surroundings({ metadata }: JsonObject): Surroundings {
  if (!isObject(metadata)) return {}
  const { title, system_prompt: system, created_at: created } = metadata
  return {
    ...(typeof title === 'string' && title !== '' ? { title } : {}),
    ...(typeof system === 'string' && system.trim() !== '' ? { system } : {}),
    ...timeField(created),
  }
}

const readMessage: MessageReader = (message) => {
  const { data, error } = messageShape.safeParse(message)
  if (!data) return describeShape(error)
  const text = typeof data.content === 'string' ? data.content : (data.content ?? []).join('\n')
  const parts = [{ kind: 'text', text }] as const
  const time = timeField(data.timestamp)
  switch (data.role) {
    case 'user':
      return [{ suffix: '', author: 'human', parts: parts.flatMap(withMentions), ...time }]
    case 'assistant':
      return [{ suffix: '', author: 'model', ...(data.model ? { authorId: data.model } : {}), parts, ...time }]
    case 'error':
      return [{ suffix: '', author: 'system', parts, excluded: true, tags: ['error'], ...time }]
    case 'system':
      return [{ suffix: '', author: 'system', parts, ...time }]
    default:
      return `the role "${data.role}" is not known`
  }
}
