import type { JsonObject } from '../../../core/content/json.ts'
import { isObject, objectsIn, textIn } from '../json-body.ts'
import type { Refusal } from '../wire-format.ts'

const shortestAnswer = 16
const longestId = 64
const plainName = /^[a-zA-Z0-9_-]+$/
const roles = ['user', 'assistant', 'system', 'developer']
const said = ['output_text', 'refusal']

/** What the provider finds wrong with a Responses request whose input was expanded. */
export function checkResponses(body: JsonObject, items: readonly JsonObject[]): Refusal | null {
  return wrongFields(body) ?? wrongTools(body) ?? wrongItems(items) ?? unpaired(items) ?? loneReasoning(items)
}

function refuse(message: string, param: string, code?: string): Refusal {
  return { status: 400, message, param, ...(code === undefined ? {} : { code }) }
}

function wrongFields(body: JsonObject): Refusal | null {
  const { model, input, previous_response_id: previous, max_output_tokens: longest } = body
  if (typeof model !== 'string')
    return refuse("Missing required parameter: 'model'.", 'model', 'missing_required_parameter')
  if (input === undefined && typeof previous !== 'string')
    return refuse("Missing required parameter: 'input'.", 'input', 'missing_required_parameter')
  if (input !== undefined && typeof input !== 'string' && !Array.isArray(input))
    return refuse("Invalid type for 'input': expected one of a string or an array of items.", 'input', 'invalid_type')
  return typeof longest === 'number' && longest < shortestAnswer
    ? refuse(
        `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${shortestAnswer}, but got ${longest} instead.`,
        'max_output_tokens',
        'integer_below_min_value',
      )
    : null
}

function wrongTools(body: JsonObject): Refusal | null {
  for (const [at, { type, name }] of objectsIn(body.tools).entries()) {
    if (type !== 'function' || plainName.test(textIn(name))) continue
    const where = `tools[${at}].name`
    return refuse(
      `Invalid '${where}': string does not match pattern. Expected a string that matches the pattern '${plainName.source}'.`,
      where,
      'invalid_value',
    )
  }
  return null
}

function wrongItems(items: readonly JsonObject[]): Refusal | null {
  const seen = new Set<string>()
  for (const [at, item] of items.entries()) {
    const { type = 'message', id, call_id: callId } = item
    if (typeof id === 'string') {
      if (seen.has(id))
        return refuse(
          `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
          'input',
        )
      seen.add(id)
    }
    if (textIn(callId).length > longestId) {
      const where = `input[${at}].call_id`
      return refuse(
        `Invalid '${where}': string too long. Expected a string with maximum length ${longestId}, but got a string with length ${textIn(callId).length} instead.`,
        where,
        'string_above_max_length',
      )
    }
    const fault = type === 'message' ? wrongMessage(item, at) : null
    if (fault) return fault
  }
  return null
}

function wrongMessage({ role, content }: JsonObject, at: number): Refusal | null {
  if (!roles.includes(textIn(role)))
    return refuse(
      `Invalid value: '${textIn(role)}'. Supported values are: ${quoted(roles)}.`,
      `input[${at}].role`,
      'invalid_value',
    )
  if (typeof content === 'string') return null
  if (!Array.isArray(content))
    return refuse(`Missing required parameter: 'input[${at}].content'.`, `input[${at}].content`)
  const odd = objectsIn(content).findIndex(
    (block) => !isObject(block) || said.includes(textIn(block.type)) !== (role === 'assistant'),
  )
  if (odd === -1) return null
  const supported = role === 'assistant' ? said : ['input_text', 'input_image', 'input_file']
  return refuse(
    `Invalid value: '${textIn(objectsIn(content)[odd]?.type)}'. Supported values are: ${quoted(supported)}.`,
    `input[${at}].content[${odd}]`,
    'invalid_value',
  )
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ')
}

function unpaired(items: readonly JsonObject[]): Refusal | null {
  const open = new Set<string>()
  const made = new Set<string>()
  for (const { type, call_id: of } of items) {
    const id = textIn(of)
    if (type === 'function_call') {
      made.add(id)
      open.add(id)
    }
    if (type !== 'function_call_output') continue
    if (!made.has(id)) return refuse(`No tool call found for function call output with call_id ${id}.`, 'input')
    open.delete(id)
  }
  const [first] = open
  return first === undefined ? null : refuse(`No tool output found for function call ${first}.`, 'input')
}

/** Reasoning stands before what the model then said or called. */
function loneReasoning(items: readonly JsonObject[]): Refusal | null {
  for (const [at, { type, id }] of items.entries()) {
    if (type !== 'reasoning') continue
    const next = items.slice(at + 1).find((item) => item.type !== 'reasoning')
    const byModel = next && next.type !== 'function_call_output' && (next.role ?? 'assistant') === 'assistant'
    if (!byModel)
      return refuse(
        `Item '${textIn(id)}' of type 'reasoning' was provided without its required following item.`,
        'input',
      )
  }
  return null
}
