import type { Json, JsonObject } from '../../core/content/json.ts'
import { nodeEntry } from '../draft.ts'
import type { Entry, Format, ProblemEntry, TextSource } from '../format.ts'
import { leftOut } from '../json-lines.ts'
import { nextKey } from '../keys.ts'
import { isObject, listOf, timeField } from '../shape.ts'
import { elementsOf, fieldsBeside } from '../stream/values.ts'
import { draftsOfPrompt, draftsOfStep, isOwn, type Step } from './step.ts'

/**
 * A recorded agent run, `{trajectory: […]}`, by time: `llm_call` is an answer of the model (the first has the person's
 * `task_prompt`), and the `tool_call`s behind it are what it called, with their results. A step is an answer with its
 * calls; one is held at a time. What the platform did for itself is left out: judges, and calls about its memory.
 */
export const trajectory: Format = {
  name: 'trajectory',
  about: 'agent run ({trajectory: […]} of llm_call and tool_call)',
  matches: ({ first }) =>
    isObject(first) &&
    Array.isArray(first.trajectory) &&
    !('history' in first) &&
    listOf(first.trajectory).some((entry) => isObject(entry) && (entry.type === 'llm_call' || 'task_prompt' in entry)),
  read,
}

/** What reading carries from entry to entry. */
interface Reading {
  readonly fields: JsonObject
  readonly name: string
  key: string
  parent: string | null
  number: number
  step: Step | undefined
  readonly unknown: Set<string>
}

async function* read(source: TextSource): AsyncIterable<Entry> {
  const fields = await fieldsBeside(source, 'trajectory')
  const { name } = source
  const reading: Reading = { fields, name, key: '', parent: null, number: 0, step: undefined, unknown: new Set() }
  for await (const item of elementsOf(source, 'trajectory')) {
    if (item.kind === 'value' && item.depth === 2) {
      reading.number++
      yield* entry(item.value, reading)
    } else if (item.kind === 'damaged' && item.depth === 2) {
      reading.number++
      yield problem(reading.number, item.message)
    } else if (item.kind === 'broken') {
      yield* flush(reading)
      yield reading.key === '' ? leftOut(undefined, item.message) : brokenOff(reading.number, item.message)
      return
    }
  }
  yield* flush(reading)
  if (reading.key === '') yield leftOut(undefined, 'there are no model calls in it')
}

function* entry(value: Json, reading: Reading): Iterable<Entry> {
  const type = isObject(value) ? value.type : undefined
  if (!isObject(value) || typeof type !== 'string') {
    yield problem(reading.number, 'it has no type')
  } else if (type === 'llm_call') {
    yield* flush(reading)
    if (value.task_prompt !== undefined) yield* add(draftsOfPrompt(value.task_prompt), value.timestamp, reading)
    reading.step = { answer: value, calls: [] }
  } else if (type === 'tool_call') {
    if (isOwn(value.arguments)) return
    reading.step ??= { answer: {}, calls: [] }
    reading.step.calls.push({ number: reading.number, call: value })
  } else if (type !== 'judge_call' && !reading.unknown.has(type)) {
    reading.unknown.add(type)
    yield problem(reading.number, `entries of type "${type}" are not known (said once)`)
  }
}

function* flush(reading: Reading): Iterable<Entry> {
  const { step } = reading
  reading.step = undefined
  if (step) yield* add(draftsOfStep(step), step.answer.timestamp, reading)
}

function* add(drafts: ReturnType<typeof draftsOfStep>, time: Json | undefined, reading: Reading): Iterable<Entry> {
  for (const { said, ...draft } of drafts) {
    const first = reading.key === ''
    reading.key = nextKey(reading.key, said)
    if (first) yield opening(reading, time)
    const node = nodeEntry({ ...timeField(time), ...draft }, reading.key, reading.parent)
    reading.parent = node.key
    yield node
  }
}

function opening({ fields, name, key }: Reading, time: Json | undefined): Entry {
  const { session_id: session, instance_id: title, model } = fields
  return {
    kind: 'conversation',
    key: typeof session === 'string' && session !== '' ? session : `${name}#${key}`,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...timeField(time),
  }
}

function problem(number: number, what: string): ProblemEntry {
  return { kind: 'problem', message: `Entry ${number} was left out: ${what}.` }
}

function brokenOff(number: number, what: string): ProblemEntry {
  return { kind: 'problem', message: `The file was read up to entry ${number}; the rest was left out: ${what}.` }
}
