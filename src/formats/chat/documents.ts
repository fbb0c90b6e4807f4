import type { Json, JsonObject } from '../../core/content/json.ts'
import { FileError, JsonError } from '../errors.ts'
import type { ProblemEntry, TextSource } from '../format.ts'
import { parseJson, tryParseJson } from '../json.ts'
import { jsonLine, jsonLines, leftOut } from '../json-lines.ts'
import { isObject } from '../shape.ts'

/** A whole conversation: its messages, and what stands beside them. */
export interface ChatDocument {
  readonly kind: 'document'
  readonly fields: JsonObject
  readonly messages: readonly Json[]
  readonly line?: number
}

/** One message of the conversation that goes through the file line by line. */
export interface ChatMessage {
  readonly kind: 'message'
  readonly message: JsonObject
  readonly line: number
}

/**
 * What a file of chat messages holds, in its order. It is one JSON value (an array of messages, an object with
 * `messages`, an array of such objects), or has one of these or one message on each line, which are then read one by
 * one.
 */
export async function* chatItems(source: TextSource): AsyncIterable<ChatDocument | ChatMessage | ProblemEntry> {
  if (await isByLine(source)) yield* itemsByLine(source)
  else yield* itemsOfWhole(source)
}

/** The conversations in a value; undefined where it is none. */
export function documentsOf(value: Json, line?: number): readonly ChatDocument[] | undefined {
  const at = line === undefined ? {} : { line }
  if (isObject(value)) {
    return Array.isArray(value.messages)
      ? [{ kind: 'document', fields: value, messages: value.messages as readonly Json[], ...at }]
      : undefined
  }
  if (!Array.isArray(value)) return undefined
  const values = value as readonly Json[]
  if (values.some(isMessage)) return [{ kind: 'document', fields: {}, messages: values, ...at }]
  const documents = values.flatMap((held) => (isObject(held) ? (documentsOf(held, line) ?? []) : []))
  return documents.length > 0 ? documents : undefined
}

/** Whether a value looks like a message of a chat. */
export function isMessage(value: Json | undefined): value is JsonObject {
  return isObject(value) && typeof value.role === 'string'
}

/**
 * Whether an object with messages is a session of another tool, which has a format of its own: Cline's has a session
 * id, the agent, and, behind the messages, a system prompt.
 */
export function isSession({ fields }: ChatDocument): boolean {
  return 'sessionId' in fields && ('system_prompt' in fields || 'agent' in fields)
}

/** The first two lines tell: one of them is a value of its own, and not the last line of a longer value. */
async function isByLine(source: TextSource): Promise<boolean> {
  let seen = 0
  for await (const { text } of source.lines()) {
    const value = tryParseJson(text)
    if (value !== undefined && (isMessage(value) || documentsOf(value))) return true
    if (++seen === 2 || text.trim().length <= 2) return false
  }
  return false
}

async function* itemsByLine(source: TextSource): AsyncIterable<ChatDocument | ChatMessage | ProblemEntry> {
  for await (const item of jsonLines(source.lines())) {
    if (item.kind === 'problem') {
      yield item
      continue
    }
    const { value, number: line } = item
    const documents = isMessage(value) ? undefined : documentsOf(value, line)
    if (isMessage(value)) yield { kind: 'message', message: value, line }
    else if (documents) yield* documents
    else yield leftOut(line, 'it is no message and holds none')
  }
}

async function* itemsOfWhole(source: TextSource): AsyncIterable<ChatDocument | ChatMessage | ProblemEntry> {
  let value: Json
  try {
    value = parseJson(await source.text())
  } catch (error) {
    if (!(error instanceof JsonError || error instanceof FileError)) throw error
    if (await hasReadableLine(source)) yield* itemsByLine(source)
    else
      yield error instanceof FileError ? { kind: 'problem', message: error.message } : leftOut(undefined, error.message)
    return
  }
  const documents = documentsOf(value)
  if (documents) yield* documents
  else yield leftOut(undefined, 'there are no messages in it')
}

/** Whether lines behind damaged ones can still be read. */
async function hasReadableLine(source: TextSource): Promise<boolean> {
  for await (const line of source.lines()) {
    const item = jsonLine(line)
    if (item.kind === 'line' && (isMessage(item.value) || documentsOf(item.value))) return true
  }
  return false
}
