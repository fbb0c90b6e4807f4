import type { Json, JsonObject } from '../../core/content/json.ts'
import type { ToolDefinition } from '../../core/render/message.ts'
import { documentsOf, isMessage } from '../chat/documents.ts'
import { readChat, type Surroundings } from '../chat/read.ts'
import type { FileAccess } from '../files/file-tools.ts'
import type { Format, Sample } from '../format.ts'
import { tryParseJson } from '../json.ts'
import { isObject, listOf, timeField } from '../shape.ts'
import { draftsOf } from './message.ts'

/** Anthropic messages: an array, an object with `system`, `messages`, `tools` and `model`, or either line by line. */
export const anthropic: Format = {
  name: 'anthropic',
  about: 'Anthropic messages (JSON array, {system, messages, tools, model}, or JSONL)',
  matches,
  read: (source) =>
    readChat(source, {
      surroundings,
      reader: () => {
        const files = new Map<string, FileAccess>()
        return (message) => draftsOf(message, files, { time: timeField(message.timestamp, message.created_at) })
      },
    }),
}

/** Blocks that only Anthropic's messages have. */
const ownBlocks: ReadonlySet<unknown> = new Set([
  ...['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'document', 'server_tool_use', 'search_result'],
])

function matches({ text, first }: Sample): boolean {
  if (isMessage(first)) {
    if ('type' in first && first.type !== 'message') return false
    const lines = text.split('\n', 50).map((line) => tryParseJson(line))
    return speaks(lines.filter((line) => line !== undefined))
  }
  const document = first === undefined ? undefined : documentsOf(first)?.[0]
  if (!document) return false
  const { fields, messages } = document
  if (messages.some(isForeign)) return false
  return (
    'system' in fields ||
    'anthropic_version' in fields ||
    (typeof fields.model === 'string' && /(?:^|[/.])claude/.test(fields.model)) ||
    listOf(fields.tools).some((tool) => isObject(tool) && 'input_schema' in tool) ||
    speaks(messages)
  )
}

function speaks(messages: readonly Json[]): boolean {
  return (
    !messages.some(isForeign) && messages.some((message) => isObject(message) && listOf(message.content).some(isOwn))
  )
}

function isOwn(block: Json): boolean {
  return isObject(block) && (ownBlocks.has(block.type) || (block.type === 'image' && 'source' in block))
}

/** What Anthropic's messages never have. */
function isForeign(message: Json): boolean {
  return (
    isObject(message) &&
    (['tool', 'function', 'developer'].includes(String(message.role)) ||
      'tool_calls' in message ||
      listOf(message.content).some((block) => isObject(block) && block.type === 'image_url'))
  )
}

/** System text and tools as Anthropic's messages have them beside the list. */
export function surroundings(fields: JsonObject): Surroundings {
  const tools: ToolDefinition[] = []
  const problems: string[] = []
  for (const tool of listOf(fields.tools)) {
    if (isObject(tool) && typeof tool.name === 'string' && tool.input_schema !== undefined) {
      const { name, description, input_schema: inputSchema } = tool
      tools.push({ name, ...(typeof description === 'string' ? { description } : {}), inputSchema })
    } else {
      problems.push(
        'A tool definition was left out: one without a name or an input schema, which the provider runs itself.',
      )
    }
  }
  const system = typeof fields.system === 'string' ? fields.system : textsOf(fields.system)
  return { tools, problems, ...(system === '' ? {} : { system }) }
}

function textsOf(system: Json | undefined): string {
  return listOf(system)
    .flatMap((block) => (isObject(block) && typeof block.text === 'string' ? [block.text] : []))
    .join('\n\n')
}
