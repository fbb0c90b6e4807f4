import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import { humanDrafts, type NodeDraft } from '../draft.ts'
import { withFile } from '../files/file-parts.ts'
import { type FileAccess, fileAccess } from '../files/file-tools.ts'
import type { ConversationEntry, Format, ProblemEntry, TextSource } from '../format.ts'
import { jsonLines, leftOut } from '../json-lines.ts'
import { nextKey } from '../keys.ts'
import { withMentions } from '../mentions.ts'
import { describeShape, isObject, timeField } from '../shape.ts'
import { type Growth, grow } from '../tree/grow.ts'
import { link, type Parents } from '../tree/link.ts'
import { contentsOf, partsOf } from './parts.ts'
import { bashShape, headerShape, lineShape, messageShape, resultShape } from './shapes.ts'

/**
 * A session of the pi coding agent: a header line, then one entry a line, from version 2 on with `id` and `parentId`.
 * Compactions are not applied: the history they stand for is in the file.
 */
export const pi: Format = {
  name: 'pi',
  about: 'pi session (JSONL)',
  matches: ({ first }) =>
    isObject(first) &&
    ((first.type === 'session' && typeof first.id === 'string' && ('cwd' in first || 'version' in first)) ||
      (first.type === 'message' && isObject(first.message) && 'role' in first.message && !('sessionId' in first))),
  read: (source) => grow(link(growths(source), () => parentsOf(source))),
}

/** Entries that are not part of what a model is sent. */
const silent: ReadonlySet<string> = new Set([
  ...['model_change', 'thinking_level_change', 'compaction', 'custom', 'label', 'session_info', 'leaf'],
])

/** What reading carries from line to line. */
interface Reading {
  conversation: ConversationEntry | undefined
  key: string
  readonly files: Map<string, FileAccess>
  readonly unknown: Set<string>
}

async function* growths(source: TextSource): AsyncIterable<Growth | ProblemEntry> {
  const reading: Reading = { conversation: undefined, key: '', files: new Map(), unknown: new Set() }
  for await (const line of jsonLines(source.lines())) {
    if (line.kind === 'problem') yield line
    else yield* growth(line.value, line.number, reading, source.name)
  }
}

function* growth(value: Json, line: number, reading: Reading, name: string): Iterable<Growth | ProblemEntry> {
  const shape = lineShape.safeParse(value)
  if (!shape.success || !isObject(value)) {
    yield leftOut(line, shape.success ? 'it is not an object' : describeShape(shape.error))
    return
  }
  const { type, id, parentId } = shape.data
  if (type === 'session') {
    if (reading.conversation) yield leftOut(line, 'it is a second header, and the session goes on')
    else reading.conversation = header(value, id ?? name)
    return
  }
  const drafts = draftsOf(value, type, reading)
  if (typeof drafts === 'string') {
    yield leftOut(line, drafts)
    if (id === undefined) return
  }
  const key = id ?? nextKey(reading.key, value.message ?? value)
  if (id === undefined && drafts.length === 0) return
  reading.key = key
  if (!reading.conversation) {
    yield {
      kind: 'problem',
      line,
      message: 'The session has no header line. It was taken in under the name of its file.',
    }
    reading.conversation = { kind: 'conversation', key: `${name}#${key}` }
  }
  yield {
    kind: 'linked',
    id: key,
    parent: id === undefined ? undefined : parentId,
    group: '',
    line,
    drafts: typeof drafts === 'string' ? [] : drafts,
    conversation: reading.conversation,
  }
}

function header(value: JsonObject, fallback: string): ConversationEntry {
  const { data } = headerShape.safeParse(value)
  const model = data?.modelId && (data.provider ? `${data.provider}:${data.modelId}` : data.modelId)
  return { kind: 'conversation', key: data?.id ?? fallback, ...(model ? { model } : {}), ...timeField(data?.timestamp) }
}

/** An entry's nodes; none where it is not for the model; what is wrong with it, in words. */
function draftsOf(value: JsonObject, type: string, reading: Reading): NodeDraft[] | string {
  switch (type) {
    case 'message':
      return isObject(value.message) ? messageDrafts(value.message, value.timestamp, reading) : 'it has no message'
    case 'custom_message':
      return human(value, value.timestamp)
    case 'branch_summary':
      return typeof value.summary === 'string' ? human({ content: value.summary }, value.timestamp) : []
    default:
      if (silent.has(type) || reading.unknown.has(type)) return []
      reading.unknown.add(type)
      return `entries of type "${type}" are not known (said once)`
  }
}

function messageDrafts(message: JsonObject, time: Json | undefined, reading: Reading): NodeDraft[] | string {
  switch (message.role) {
    case 'user':
    case 'custom':
    case 'hookMessage':
      return human(message, time)
    case 'assistant':
      return assistant(message, time, reading)
    case 'toolResult':
      return toolResult(message, time, reading)
    case 'bashExecution': {
      const { data } = bashShape.safeParse(message)
      if (!data) return 'the command in it is not what it should be'
      if (data.excludeFromContext) return []
      const said = `$ ${data.command}`
      const output: Part[] = data.output ? [{ kind: 'file', path: said, way: 'attachment', text: data.output }] : []
      const parts: Part[] = [{ kind: 'text', text: said }, ...output]
      return [{ suffix: '', author: 'human', parts, ...timeField(data.timestamp, time) }]
    }
    case 'branchSummary':
    case 'compactionSummary':
      return []
    default:
      return `messages of role "${String(message.role)}" are not known`
  }
}

function human(message: JsonObject, time: Json | undefined): NodeDraft[] | string {
  const { data, error } = messageShape.safeParse(message)
  if (!data) return describeShape(error)
  return humanDrafts(partsOf(data.content, '').flatMap(withMentions), timeField(data.timestamp, time))
}

function assistant(message: JsonObject, time: Json | undefined, { files }: Reading): NodeDraft[] | string {
  const { data, error } = messageShape.safeParse(message)
  if (!data) return describeShape(error)
  const parts = partsOf(data.content, data.api ?? '')
  for (const part of parts) {
    const access = part.kind === 'tool-call' && fileAccess(part.name, part.input)
    if (access) files.set(part.callId, access)
  }
  const model = data.model ? { authorId: data.model } : {}
  return [{ suffix: '', author: 'model', parts, ...model, ...timeField(data.timestamp, time) }]
}

function toolResult(message: JsonObject, time: Json | undefined, { files }: Reading): NodeDraft[] | string {
  const { data, error } = resultShape.safeParse(message)
  if (!data) return describeShape(error)
  const { toolCallId: callId, toolName: name, isError } = data
  const content = withFile(contentsOf(data.content), files.get(callId), { isError: isError ?? false })
  const part: Part = {
    kind: 'tool-result',
    callId,
    content,
    ...(name ? { name } : {}),
    ...(isError ? { isError } : {}),
  }
  return [{ suffix: '', author: 'tool', parts: [part], ...timeField(data.timestamp, time) }]
}

async function parentsOf(source: TextSource): Promise<Parents> {
  const parents = new Map<string, string | null | undefined>()
  for await (const line of jsonLines(source.lines())) {
    const { data } = lineShape.safeParse(line.kind === 'line' ? line.value : null)
    if (data?.id !== undefined && data.type !== 'session' && !parents.has(data.id)) parents.set(data.id, data.parentId)
  }
  return parents
}
