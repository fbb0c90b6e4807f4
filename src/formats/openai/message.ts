import { z } from 'zod'
import type { JsonObject } from '../../core/content/json.ts'
import type { Part, ResultContent } from '../../core/content/part.ts'
import type { MessageReader } from '../chat/read.ts'
import type { NodeDraft } from '../draft.ts'
import { withFile } from '../files/file-parts.ts'
import { type FileAccess, fileAccess } from '../files/file-tools.ts'
import { withMentions } from '../mentions.ts'
import { anyJson, describeShape, isObject, timeField } from '../shape.ts'
import { callOf, contentOf, functionCallOf, unknown } from './parts.ts'

const messageShape = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(anyJson)]).nullish(),
  name: z.string().nullish(),
  tool_calls: z.array(anyJson).nullish(),
  tool_call_id: z.string().nullish(),
  refusal: z.string().nullish(),
})

type Shape = z.infer<typeof messageShape>

/**
 * What is remembered of a conversation: which files calls read and write, and the last call of the old kind by name.
 */
interface Calls {
  readonly files: Map<string, FileAccess>
  readonly functions: Map<string, string>
}

/** A reader of chat messages; see `MessageReader`. */
export function messageReader(): MessageReader {
  const calls: Calls = { files: new Map(), functions: new Map() }
  return (message, key) => {
    const { data, error } = messageShape.safeParse(message)
    if (!data) return describeShape(error)
    const drafts = draftOf(message, data, key, calls)
    if (typeof drafts === 'string') return drafts
    const time = timeField(message.timestamp, message.created_at, message.createdAt)
    return [{ suffix: '', ...drafts, ...time }]
  }
}

function draftOf(
  message: JsonObject,
  shape: Shape,
  key: string,
  calls: Calls,
): Pick<NodeDraft, 'author' | 'authorId' | 'parts'> | string {
  const author = shape.name ? { authorId: shape.name } : {}
  switch (shape.role) {
    case 'system':
    case 'developer':
      return { author: 'system', parts: contentOf(message.content) }
    case 'user':
      return { author: 'human', ...author, parts: contentOf(message.content).flatMap(withMentions) }
    case 'assistant':
      return { author: 'model', ...author, parts: assistantParts(message, shape, key, calls) }
    case 'tool':
    case 'function':
      return resultOf(message, shape, calls)
    default:
      return `the role "${shape.role}" is not known`
  }
}

/** Reasoning first, as some servers beside OpenAI's own give it; then the content, what was refused, and the calls. */
function assistantParts(message: JsonObject, shape: Shape, key: string, { files, functions }: Calls): Part[] {
  const parts: Part[] = []
  for (const field of ['reasoning_content', 'reasoning']) {
    const text = message[field]
    if (typeof text === 'string' && text !== '') {
      parts.push({ kind: 'reasoning', text, provider: { openai: { [field]: text } } })
    }
  }
  if (shape.content) parts.push(...contentOf(message.content))
  if (shape.refusal) parts.push(unknown({ type: 'refusal', refusal: shape.refusal }))
  if (isObject(message.audio) && typeof message.audio.id === 'string') {
    parts.push({ kind: 'audio', ref: message.audio.id, provider: { openai: { audio: { id: message.audio.id } } } })
  }
  for (const call of shape.tool_calls ?? []) parts.push(callOf(call))
  if (isObject(message.function_call)) {
    const call = functionCallOf(message.function_call, `call_${key}`)
    if (call) functions.set(call.name, call.callId)
    parts.push(call ?? unknown({ function_call: message.function_call }))
  }
  for (const part of parts) {
    const access = part.kind === 'tool-call' && fileAccess(part.name, part.input)
    if (access) files.set(part.callId, access)
  }
  return parts
}

function resultOf(
  message: JsonObject,
  { name, tool_call_id }: Shape,
  calls: Calls,
): Pick<NodeDraft, 'author' | 'parts'> | string {
  const callId = tool_call_id ?? (name ? calls.functions.get(name) : undefined)
  if (callId === undefined) return 'it is a result that names no call'
  const content: readonly ResultContent[] = withFile(contentOf(message.content), calls.files.get(callId))
  return { author: 'tool', parts: [{ kind: 'tool-result', callId, ...(name ? { name } : {}), content }] }
}
