import type { Json, JsonObject } from '../../../core/content/json.ts'
import { blocksIn, isObject, objectIn, objectsIn, textIn } from '../json-body.ts'
import type { ReceivedRequest } from '../reply.ts'
import type { Refusal } from '../wire-format.ts'
import { unpaired } from './check-pairs.ts'

const mostBreakpoints = 4
const plainName = /^[a-zA-Z0-9_-]{1,128}$/
const plainId = /^[a-zA-Z0-9_-]+$/

/** What the provider finds wrong with a Messages request. */
export function checkAnthropic(body: JsonObject, headers: ReceivedRequest['headers']): Refusal | null {
  const messages = objectsIn(body.messages)
  const fault =
    (headers['anthropic-version'] === undefined ? 'anthropic-version: header is required' : null) ??
    wrongFields(body) ??
    first(objectsIn(body.tools), wrongTool) ??
    wrongSystem(body.system) ??
    wrongRoles(messages) ??
    first(messages, (message, at) => wrongMessage(message, at, at === messages.length - 1)) ??
    unpaired(messages) ??
    tooManyBreakpoints(body)
  return fault === null ? null : { status: 400, message: fault }
}

/** What the counting of tokens finds wrong: the same, but for the length of an answer that is not asked for. */
export function checkCount(body: JsonObject, headers: ReceivedRequest['headers']): Refusal | null {
  return checkAnthropic({ max_tokens: Number.MAX_SAFE_INTEGER, ...body }, headers)
}

function first<T>(list: readonly T[], fault: (each: T, at: number) => string | null): string | null {
  for (const [at, each] of list.entries()) {
    const found = fault(each, at)
    if (found !== null) return found
  }
  return null
}

function wrongFields(body: JsonObject): string | null {
  const { max_tokens: longest, model, messages } = body
  if (model === undefined) return 'model: Field required'
  if (typeof model !== 'string') return 'model: Input should be a valid string'
  if (longest === undefined || longest === null) return 'max_tokens: Field required'
  if (!Number.isInteger(longest)) return 'max_tokens: Input should be a valid integer'
  if (Number(longest) < 1) return 'max_tokens: Input should be greater than or equal to 1'
  if (messages === undefined) return 'messages: Field required'
  if (!Array.isArray(messages)) return 'messages: Input should be a valid list'
  if (messages.length === 0) return 'messages: at least one message is required'
  const { type, budget_tokens: budget } = objectIn(body.thinking)
  if (type !== 'enabled') return null
  if (typeof budget !== 'number') return 'thinking.enabled.budget_tokens: Field required'
  if (budget < 1024) return 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024'
  return budget < Number(longest) ? null : '`max_tokens` must be greater than `thinking.budget_tokens`.'
}

function wrongTool({ type, name, input_schema: schema }: JsonObject, at: number): string | null {
  if (type !== undefined && type !== null && type !== 'custom') return null
  if (!plainName.test(textIn(name))) return `tools.${at}.custom.name: String should match pattern '${plainName.source}'`
  if (!isObject(schema)) return `tools.${at}.custom.input_schema: Field required`
  return schema.type === 'object' ? null : `tools.${at}.custom.input_schema.type: Input should be 'object'`
}

function wrongSystem(system: Json | undefined): string | null {
  if (typeof system === 'string') return null
  return objectsIn(system).some(({ text }) => textIn(text) === '')
    ? 'system: text content blocks must be non-empty'
    : null
}

function wrongRoles(messages: readonly JsonObject[]): string | null {
  const odd = messages.findIndex(({ role }) => role !== 'user' && role !== 'assistant' && role !== 'system')
  if (odd !== -1) return `messages.${odd}.role: Input should be 'user', 'assistant' or 'system'`
  return messages[0]?.role === 'user' ? null : 'messages: first message must use the "user" role'
}

function wrongMessage({ role, content }: JsonObject, at: number, last: boolean): string | null {
  if (content === undefined || content === null) return `messages.${at}.content: Field required`
  const blocks = blocksIn(content, 'text')
  const prefill = last && role === 'assistant'
  if (!prefill && (content === '' || blocks.length === 0))
    return `messages.${at}: all messages must have non-empty content except for the optional final assistant message`
  const end = blocks.at(-1)
  if (prefill && end?.type === 'text' && /\s$/.test(textIn(end.text)))
    return 'messages: final assistant content cannot end with trailing whitespace'
  return typeof content === 'string'
    ? wrongText(content)
    : first(blocks, (block, index) => wrongBlock(block, role, `messages.${at}.content.${index}`))
}

function wrongText(text: string): string | null {
  if (text === '') return 'messages: text content blocks must be non-empty'
  return /\S/.test(text) ? null : 'messages: text content blocks must contain non-whitespace text'
}

function wrongBlock(block: JsonObject, role: Json | undefined, where: string): string | null {
  const { type } = block
  if (typeof type !== 'string') return `${where}.type: Field required`
  const side = ownSide(type)
  if (side !== null && side !== role) return `${where}: \`${type}\` blocks can only be in \`${side}\` messages`
  switch (type) {
    case 'text':
      return typeof block.text === 'string' ? wrongText(block.text) : `${where}.text.text: Field required`
    case 'thinking':
      if (textIn(block.signature) === '') return `${where}.thinking.signature: Field required`
      return isObject(block.cache_control) ? `${where}.thinking.cache_control: Extra inputs are not permitted` : null
    case 'tool_use':
      if (!plainId.test(textIn(block.id)))
        return `${where}.tool_use.id: String should match pattern '${plainId.source}'`
      return isObject(block.input) ? null : `${where}.tool_use.input: Input should be a valid dictionary`
    case 'tool_result':
      return objectsIn(block.content).some((each) => each.type === 'text' && textIn(each.text) === '')
        ? 'messages: text content blocks must be non-empty'
        : null
    default:
      return null
  }
}

function ownSide(type: string): 'user' | 'assistant' | null {
  if (type === 'tool_result' || type === 'image' || type === 'document') return 'user'
  return type === 'tool_use' || type === 'thinking' || type === 'redacted_thinking' ? 'assistant' : null
}

function tooManyBreakpoints(body: JsonObject): string | null {
  const blocks = objectsIn(body.messages).flatMap(({ content }) => objectsIn(content))
  const within = blocks.flatMap(({ content }) => objectsIn(content))
  const all = [body, ...objectsIn(body.tools), ...objectsIn(body.system), ...blocks, ...within]
  const found = all.filter(({ cache_control: control }) => isObject(control)).length
  return found > mostBreakpoints
    ? `A maximum of ${mostBreakpoints} blocks with cache_control may be provided. Found ${found}.`
    : null
}
