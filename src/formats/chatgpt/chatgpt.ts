import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Entry, Format, TextSource } from '../format.ts'
import { leftOut } from '../json-lines.ts'
import { isObject, listOf } from '../shape.ts'
import { jsonItems } from '../stream/values.ts'
import { grow } from '../tree/grow.ts'
import { link } from '../tree/link.ts'
import { readConversation } from './conversation.ts'

/**
 * A ChatGPT export: a list of conversations, each with its messages in a tree (`mapping`), or one of them alone. One
 * conversation is held at a time. Places without anything to keep, and hidden system messages, are passed over; where
 * several beginnings are left, the earliest stays and the others are conversations of their own, with a problem.
 */
export const chatgpt: Format = {
  name: 'chatgpt',
  about: 'ChatGPT export (conversations.json, or one conversation of it)',
  matches: ({ first }) => isConversation(first) || listOf(first).some(isConversation),
  read,
}

function isConversation(value: Json | undefined): value is JsonObject {
  if (!isObject(value) || !isObject(value.mapping)) return false
  const nodes = Object.values(value.mapping)
  return nodes.some((node) => isObject(node) && ('message' in node || 'children' in node)) || 'current_node' in value
}

async function* read(source: TextSource): AsyncIterable<Entry> {
  const known = new Set<string>()
  let number = 0
  for await (const item of jsonItems(source, ({ depth }, shape) =>
    depth === 0 && shape === 'array' ? 'enter' : 'take',
  )) {
    if (item.kind === 'broken') {
      yield number === 0
        ? leftOut(undefined, item.message)
        : {
            kind: 'problem',
            message: `The file was read up to conversation ${number}; the rest was left out: ${item.message}.`,
          }
    } else if (item.kind === 'damaged' || item.kind === 'value') {
      number++
      if (item.kind === 'damaged') yield conversationLeftOut(number, item.message)
      else yield* conversation(item.value, number, source.name, known)
    }
  }
  if (number === 0) yield leftOut(undefined, 'there are no conversations in it')
}

async function* conversation(value: Json, number: number, name: string, known: Set<string>): AsyncIterable<Entry> {
  if (!isObject(value) || !isObject(value.mapping)) {
    yield conversationLeftOut(number, 'it has no "mapping" of messages')
    return
  }
  const key = keyOf(value, value.mapping, name)
  if (known.has(key)) {
    yield conversationLeftOut(number, `its id ${key} was there before`)
    return
  }
  known.add(key)
  const { growths, parents } = readConversation(value, key)
  yield* grow(link(inTurn(growths), async () => parents))
}

function keyOf({ conversation_id, id }: JsonObject, mapping: JsonObject, name: string): string {
  const own = [conversation_id, id].find((each) => typeof each === 'string' && each !== '')
  return typeof own === 'string' ? own : `${name}#${Object.keys(mapping)[0] ?? ''}`
}

function conversationLeftOut(number: number, what: string): Entry {
  return { kind: 'problem', message: `Conversation ${number} was left out: ${what}.` }
}

async function* inTurn<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items
}
