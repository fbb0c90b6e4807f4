import type { TextSource } from '../format.ts'
import { isObject } from '../shape.ts'
import type { Choose } from '../stream/scan.ts'
import { fieldsBeside, type JsonItem, jsonItems } from '../stream/values.ts'
import { type ChatItem, type ChatMessage, documentsOf, isMessage } from './documents.ts'

/** From here on the file is not JSON. `before` is the number of messages that were found until then. */
export interface Broken {
  readonly kind: 'broken'
  readonly before: number
  readonly message: string
}

/** What one JSON value of chat messages holds: a list of them, of conversations, or an object with one under `member`. */
export async function* itemsOfWhole(source: TextSource, member: string): AsyncIterable<ChatItem | Broken> {
  const choose: Choose = ({ depth, key }, shape) => {
    if (depth === 0) return 'enter'
    return depth === 1 && typeof key === 'string' ? (key === member && shape === 'array' ? 'enter' : 'skip') : 'take'
  }
  const list: List = { depth: 1, number: 0, waiting: [] }
  for await (const item of jsonItems(source, choose)) {
    if (item.kind === 'enter' && item.depth === 1) {
      list.depth = 2
      yield { kind: 'fields', fields: await fieldsBeside(source, member) }
    } else {
      yield* itemsOfElement(item, list)
    }
  }
}

/** The list of messages that is being read. */
interface List {
  /** How deep its elements stand: 1 in an array of them, 2 in an object that holds them. */
  depth: number
  /** How many there were. */
  number: number
  /** The first elements of an array that are no messages: they count only where there is a message behind them. */
  waiting: ChatMessage[]
}

const maxWaiting = 100

function* itemsOfElement(item: JsonItem, list: List): Iterable<ChatItem | Broken> {
  if (item.kind === 'broken') yield { kind: 'broken', before: list.number, message: item.message }
  if (!('depth' in item) || item.depth !== list.depth) return
  const index = list.number
  if (item.kind === 'damaged') {
    list.number++
    yield { kind: 'problem', message: `A message was left out: ${item.message} (message ${index + 1}).` }
    return
  }
  if (item.kind !== 'value') return
  const documents = isObject(item.value) && !isMessage(item.value) ? documentsOf(item.value) : undefined
  if (documents) {
    yield* documents
    return
  }
  list.number++
  const message: ChatMessage = { kind: 'message', message: item.value, index }
  if (isMessage(item.value) || list.depth === 2) {
    yield* list.waiting
    list.waiting = []
    yield message
  } else if (list.waiting.length < maxWaiting) {
    list.waiting.push(message)
  }
}
