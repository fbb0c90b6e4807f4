import type { Json, JsonObject } from '../../core/content/json.ts'
import type { ToolDefinition } from '../../core/render/message.ts'
import { documentsOf, isMessage } from '../chat/documents.ts'
import { readChat, type Surroundings } from '../chat/read.ts'
import type { Format } from '../format.ts'
import { isObject, listOf } from '../shape.ts'
import { messageReader } from './message.ts'

/** OpenAI chat messages: an array, an object with `messages`, `tools` and `model`, or either line by line. */
export const openai: Format = {
  name: 'openai',
  about: 'OpenAI chat messages (JSON array, {messages, tools, model}, or JSONL)',
  matches: ({ first }) => {
    if (isMessage(first)) return !('type' in first) || first.type === 'message'
    const document = first === undefined ? undefined : documentsOf(first)?.[0]
    if (!document) return false
    return document.messages.length === 0 || document.messages.some(isMessage)
  },
  read: (source) => readChat(source, { surroundings, reader: messageReader }),
}

/** A system text beside the messages is not OpenAI's, but where it stands behind long messages it shows too late. */
function surroundings(fields: JsonObject): Surroundings {
  const { system } = fields
  return {
    ...(typeof system === 'string' && system.trim() !== '' ? { system } : {}),
    ...toolsOf([...listOf(fields.tools), ...listOf(fields.functions)]),
  }
}

/** Tool definitions as OpenAI's requests have them, and what of them could not be taken in. */
export function toolsOf(definitions: readonly Json[]): Required<Pick<Surroundings, 'tools' | 'problems'>> {
  const tools: ToolDefinition[] = []
  const problems: string[] = []
  for (const tool of definitions) {
    const definition = toolOf(tool)
    if (definition) tools.push(definition)
    else problems.push(`A tool definition was left out: ${describe(tool)} is no function with a name.`)
  }
  return { tools, problems }
}

function toolOf(tool: Json): ToolDefinition | undefined {
  const held = isObject(tool) && isObject(tool.function) ? tool.function : tool
  if (!isObject(held) || typeof held.name !== 'string') return undefined
  return {
    name: held.name,
    ...(typeof held.description === 'string' ? { description: held.description } : {}),
    inputSchema: held.parameters ?? { type: 'object', properties: {} },
  }
}

function describe(tool: Json): string {
  return isObject(tool) && typeof tool.type === 'string' ? `one of type "${tool.type}"` : 'one'
}
