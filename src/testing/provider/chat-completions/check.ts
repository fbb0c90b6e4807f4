import type { JsonObject } from '../../../core/content/json.ts'
import { objectIn, objectsIn, textIn } from '../json-body.ts'
import type { Refusal } from '../wire-format.ts'

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']
const plainName = /^[a-zA-Z0-9_-]+$/
const longestId = 40

/** What the provider finds wrong with a Chat Completions request. */
export function checkChat(body: JsonObject): Refusal | null {
  return wrongFields(body) ?? wrongTools(body) ?? wrongMessages(objectsIn(body.messages))
}

function refuse(message: string, param?: string): Refusal {
  return { status: 400, message, ...(param === undefined ? {} : { param }) }
}

function wrongFields({ model, messages }: JsonObject): Refusal | null {
  if (typeof model !== 'string') return refuse('you must provide a model parameter')
  if (messages === undefined) return refuse("Missing required parameter: 'messages'.", 'messages')
  if (!Array.isArray(messages)) return refuse("Invalid type for 'messages': expected an array of objects.", 'messages')
  return messages.length === 0
    ? refuse(
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        'messages',
      )
    : null
}

function wrongTools(body: JsonObject): Refusal | null {
  for (const [at, tool] of objectsIn(body.tools).entries()) {
    const where = `tools[${at}].function.name`
    if (tool.type !== 'function') continue
    if (!plainName.test(textIn(objectIn(tool.function).name)))
      return refuse(
        `Invalid '${where}': string does not match pattern. Expected a string that matches the pattern '${plainName.source}'.`,
        where,
      )
  }
  return null
}

function wrongMessages(messages: readonly JsonObject[]): Refusal | null {
  /** The calls that still wait for their results. */
  let open: readonly string[] = []
  let answered: readonly string[] = []
  for (const [at, message] of messages.entries()) {
    const { role } = message
    const fault =
      wrongRole(role, at) ?? (role === 'assistant' ? wrongAssistant(message, at) : wrongContent(message, at))
    if (fault) return fault
    if (role === 'tool') {
      const id = textIn(message.tool_call_id)
      if (!open.includes(id) && !answered.includes(id))
        return refuse(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          `messages.[${at}].role`,
        )
      open = open.filter((each) => each !== id)
      answered = [...answered, id]
      continue
    }
    if (open.length > 0) return unanswered(open, at)
    open = role === 'assistant' ? objectsIn(message.tool_calls).map(({ id }) => textIn(id)) : []
    answered = []
  }
  return open.length > 0 ? unanswered(open, messages.length) : null
}

function unanswered(open: readonly string[], at: number): Refusal {
  return refuse(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
    `messages.[${at}].role`,
  )
}

function wrongRole(role: JsonObject[string], at: number): Refusal | null {
  if (roles.includes(textIn(role))) return null
  const supported = "Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'."
  return refuse(`Invalid value: '${textIn(role)}'. ${supported}`, `messages[${at}].role`)
}

function wrongAssistant(message: JsonObject, at: number): Refusal | null {
  const { tool_calls: calls } = message
  if (calls === undefined || calls === null) return wrongContent(message, at)
  const where = `messages[${at}].tool_calls`
  const made = objectsIn(calls)
  if (made.length === 0)
    return refuse(
      `Invalid '${where}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      where,
    )
  for (const [index, { id, function: called }] of made.entries()) {
    if (textIn(id) === '')
      return refuse(`Missing required parameter: '${where}[${index}].id'.`, `${where}[${index}].id`)
    if (textIn(id).length > longestId)
      return refuse(
        `Invalid '${where}[${index}].id': string too long. Expected a string with maximum length ${longestId}, but got a string with length ${textIn(id).length} instead.`,
        `${where}[${index}].id`,
      )
    if (typeof objectIn(called).arguments !== 'string')
      return refuse(
        `Invalid type for '${where}[${index}].function.arguments': expected a string.`,
        `${where}[${index}].function.arguments`,
      )
  }
  return null
}

function wrongContent({ content, refusal }: JsonObject, at: number): Refusal | null {
  if (typeof content === 'string' || typeof refusal === 'string') return null
  const where = `messages.[${at}].content`
  if (!Array.isArray(content)) return refuse("Invalid value for 'content': expected a string, got null.", where)
  return content.length > 0 ? null : refuse(`Invalid '${where}': empty array.`, where)
}
