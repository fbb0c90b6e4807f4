import type { Json, JsonObject } from '../../core/content/json.ts'
import { type NodeDraft, nodeEntry } from '../draft.ts'
import type { ConversationEntry, Entry, ProblemEntry, TextSource } from '../format.ts'
import { leftOut } from '../json-lines.ts'
import { nextKey } from '../keys.ts'
import { isObject, timeField } from '../shape.ts'
import { chatItems } from './items.ts'

/**
 * What stands beside the messages, and what of it could not be taken in, in words. A `key` that the file gives goes
 * before one made of its name and first message.
 */
export interface Surroundings extends Partial<Omit<ConversationEntry, 'kind'>> {
  readonly problems?: readonly string[]
}

/** A message's nodes, or what is wrong with it, in words that continue a sentence about it. */
export type MessageReader = (message: JsonObject, key: string) => readonly NodeDraft[] | string

/** What is a provider's own in a file of chat messages. */
export interface Dialect {
  surroundings(fields: JsonObject): Surroundings
  /** A reader for one conversation; it remembers the calls that results belong to. */
  reader(): MessageReader
}

/**
 * Reads a file of chat messages: one conversation for each document, and one for the messages that go through the file.
 * `member` is the name that the messages stand under.
 */
export async function* readChat(source: TextSource, dialect: Dialect, member = 'messages'): AsyncIterable<Entry> {
  const opened = new Map<string, number>()
  const begin = (fields: JsonObject): Chat => chat(source.name, fields, dialect, opened)
  let running: Chat | undefined
  let interrupted = false
  for await (const item of chatItems(source, member)) {
    if (item.kind === 'problem') {
      yield item
    } else if (item.kind === 'fields') {
      running ??= begin(item.fields)
    } else if (item.kind === 'message') {
      running ??= begin({})
      if (interrupted) yield* running.reopen()
      interrupted = false
      yield* running.add(item.message, item.line, item.index)
    } else {
      interrupted = true
      const whole = begin(item.fields)
      for (const [index, message] of item.messages.entries()) yield* whole.add(message, item.line, index)
      yield* whole.end(item.line)
    }
  }
  if (running) yield* running.end()
}

/** A conversation that is being read. */
interface Chat {
  add(message: Json, line?: number, index?: number): Iterable<Entry>
  end(line?: number): Iterable<Entry>
  reopen(): Iterable<Entry>
}

/** System messages at the very start are held until the conversation opens: they become its system text. */
function chat(name: string, fields: JsonObject, dialect: Dialect, opened: Map<string, number>): Chat {
  const read = dialect.reader()
  const { system, tools, problems = [], key: ownKey, ...said } = dialect.surroundings(fields)
  const systems: string[] = system === undefined ? [] : [system]
  let opening: ConversationEntry | undefined
  let key = ''
  let parent: string | null = null

  function* open(root: string, line: number | undefined): Generator<Entry> {
    for (const problem of problems) yield at(line, { kind: 'problem', message: problem })
    const named = ownKey ?? `${name}#${root}`
    const same = opened.get(named) ?? 0
    opened.set(named, same + 1)
    const text = systems.filter((piece) => piece.trim() !== '').join('\n\n')
    opening = {
      kind: 'conversation',
      key: `${named}${same === 0 ? '' : `~${same + 1}`}`,
      ...(typeof fields.title === 'string' ? { title: fields.title } : {}),
      ...(text === '' ? {} : { system: text }),
      ...(tools && tools.length > 0 ? { tools } : {}),
      ...(typeof fields.model === 'string' ? { model: fields.model } : {}),
      ...timeField(fields.created_at, fields.createdAt, fields.created, fields.timestamp),
      ...said,
    }
    yield opening
  }

  return {
    *add(message, line, index) {
      const where = index === undefined ? '' : ` (message ${index + 1})`
      const candidate = isObject(message) ? nextKey(key, message) : ''
      const drafts = isObject(message) ? read(message, candidate) : 'it is not an object'
      if (typeof drafts === 'string') {
        yield at(line, { kind: 'problem', message: `A message was left out: ${drafts}${where}.` })
        return
      }
      if (!opening && drafts.every((draft) => draft.author === 'system' && !draft.excluded)) {
        systems.push(
          ...drafts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))),
        )
        return
      }
      key = candidate
      if (!opening) yield* open(key, line)
      for (const draft of drafts) {
        const node = nodeEntry(draft, key, parent)
        yield node
        parent = node.key
      }
    },
    *end(line) {
      if (opening) return
      if (systems.length > 0) yield* open(nextKey('', systems), line)
      else yield leftOut(line, 'there are no messages in it')
    },
    *reopen() {
      if (opening) yield opening
    },
  }
}

function at(line: number | undefined, problem: ProblemEntry): ProblemEntry {
  return line === undefined ? problem : { ...problem, line }
}
