import type { Json, JsonObject } from '../../core/content/json.ts'
import type { ProblemEntry } from '../format.ts'
import { isObject } from '../shape.ts'

/** A whole conversation: its messages, and what stands beside them. */
export interface ChatDocument {
  readonly kind: 'document'
  readonly fields: JsonObject
  readonly messages: readonly Json[]
  readonly line?: number
}

/** What stands beside the messages of the conversation that goes through the file. It comes before them. */
export interface ChatFields {
  readonly kind: 'fields'
  readonly fields: JsonObject
}

/**
 * One message of the conversation that goes through the file. It stands on a line, or has a number in the one list of
 * messages.
 */
export interface ChatMessage {
  readonly kind: 'message'
  readonly message: Json
  readonly line?: number
  readonly index?: number
}

/** What a file of chat messages is found to hold. */
export type ChatItem = ChatDocument | ChatFields | ChatMessage | ProblemEntry

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
