import type { Json, JsonObject } from '../../core/content/json.ts'
import { nodeEntry } from '../draft.ts'
import type { Entry, Format, TextSource } from '../format.ts'
import { jsonLines, leftOut } from '../json-lines.ts'
import { nextKey } from '../keys.ts'
import { isObject, listOf, timeField } from '../shape.ts'
import { elementsOf, fieldsBeside } from '../stream/values.ts'
import { type Beginning, type EventReader, eventReader } from './events.ts'

/**
 * OpenHands runs: one on each line, an object with its `history` of events, or one alone, or its events as one JSON list. What
 * an agent did and what it saw are joined by the id of the tool call.
 */
export const openhands: Format = {
  name: 'openhands',
  about: 'OpenHands runs (JSONL with history, or a JSON list of events)',
  matches: ({ first }) => eventsIn(first).some(isEvent),
  read: async function* (source) {
    const [first = ''] = source.sample.text.trimStart().split('\n', 1)
    if (first.startsWith('[') || first.trim() === '{') yield* readWhole(source)
    else yield* readLines(source)
  },
}

/** The events of a run; in older files each action stands in a pair with what came of it. */
function eventsIn(value: Json | undefined): readonly Json[] {
  const events = isObject(value) ? listOf(value.history) : listOf(value)
  return events.flatMap((event) => (Array.isArray(event) ? (event as readonly Json[]) : [event]))
}

function isEvent(event: Json): boolean {
  return (
    isObject(event) &&
    !('role' in event) &&
    (typeof event.action === 'string' || typeof event.observation === 'string') &&
    ('args' in event || 'extras' in event || 'source' in event)
  )
}

async function* readLines(source: TextSource): AsyncIterable<Entry> {
  const opened = new Map<string, number>()
  for await (const line of jsonLines(source.lines())) {
    if (line.kind === 'problem') {
      yield line
      continue
    }
    const { value, number } = line
    const fields = isObject(value) ? value : {}
    const run = begin(source.name, fields, opened, number)
    for (const event of eventsIn(value)) yield* run.add(event)
    yield* run.end()
  }
}

async function* readWhole(source: TextSource): AsyncIterable<Entry> {
  const isObjectText = source.sample.text.trimStart().startsWith('{')
  const run = begin(source.name, isObjectText ? await fieldsBeside(source, 'history') : {}, new Map())
  for await (const item of elementsOf(source, 'history')) {
    if (item.kind === 'value') for (const event of eventsIn([item.value])) yield* run.add(event)
    if (item.kind === 'damaged' || item.kind === 'broken') yield* run.tell(item.message)
  }
  yield* run.end()
}

/** A run that is being read. */
interface Run {
  add(event: Json): Iterable<Entry>
  tell(what: string): Iterable<Entry>
  end(): Iterable<Entry>
}

function begin(name: string, fields: JsonObject, opened: Map<string, number>, line?: number): Run {
  const reader: EventReader = eventReader()
  const at = line === undefined ? {} : { line }
  let number = 0
  let key = ''
  let parent: string | null = null

  const tell = (what: string): Entry => ({ kind: 'problem', ...at, message: `Event ${number} was left out: ${what}.` })

  function opening(): Entry {
    const { instance_id: instance } = fields
    const named = `${name}#${typeof instance === 'string' && instance !== '' ? instance : key}`
    const same = opened.get(named) ?? 0
    opened.set(named, same + 1)
    return {
      kind: 'conversation',
      key: same === 0 ? named : `${named}~${same + 1}`,
      ...(typeof instance === 'string' && instance !== '' ? { title: instance } : {}),
      ...said(reader.beginning, fields),
    }
  }

  return {
    *add(event) {
      number++
      const drafts = isObject(event) ? reader.read(event) : 'it is not an object'
      if (typeof drafts === 'string') {
        yield tell(drafts)
        return
      }
      for (const draft of drafts) {
        const first = key === ''
        key = nextKey(key, { author: draft.author, parts: JSON.stringify(draft.parts) })
        if (first) yield opening()
        const node = nodeEntry(draft, key, parent)
        parent = node.key
        yield node
      }
    },
    *tell(what) {
      number++
      yield tell(what)
    },
    *end() {
      for (const problem of reader.beginning.problems) yield { kind: 'problem', ...at, message: problem }
      if (key === '') yield leftOut(line, 'there are no events in it that a model was sent')
    },
  }
}

function said({ system, tools, createdAt }: Beginning, { metadata }: JsonObject): Omit<Beginning, 'problems'> {
  const config = isObject(metadata) ? metadata.llm_config : undefined
  const model = isObject(config) && typeof config.model === 'string' ? { model: config.model } : {}
  return {
    ...(system === undefined ? {} : { system }),
    ...(tools && tools.length > 0 ? { tools } : {}),
    ...model,
    ...timeField(createdAt),
  }
}
