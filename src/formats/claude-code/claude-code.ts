import type { Json } from '../../core/content/json.ts'
import { draftsOf } from '../anthropic/message.ts'
import type { NodeDraft } from '../draft.ts'
import type { FileAccess } from '../files/file-tools.ts'
import type { Format, ProblemEntry, TextSource } from '../format.ts'
import { jsonLines, leftOut } from '../json-lines.ts'
import { nextKey } from '../keys.ts'
import { describeShape, isObject, listOf, timeField } from '../shape.ts'
import { type Growth, grow } from '../tree/grow.ts'
import { link, type Parents } from '../tree/link.ts'
import { attachmentDrafts, knownLines } from './files.ts'
import { type LineShape, lineShape } from './shapes.ts'

/**
 * A Claude Code session: one JSON object a line, joined by `uuid` and `parentUuid`. Lines of type `user` and
 * `assistant` hold Anthropic messages; an answer with several blocks is several lines with one `message.id`, each a
 * node here. All other lines are steps between them at the most, but for attachments that the model was sent. Lines
 * without a `uuid`, as some tools write them, follow one another.
 *
 * Compaction: a line of type `system` and subtype `compact_boundary` has no `parentUuid`; its `logicalParentUuid`
 * names the last line before. Behind it comes a `user` line with `isCompactSummary`, and the session goes on. A
 * compaction is not applied: the boundary counts as a child of its logical parent (of the line before, where that is
 * in another file), and the summary is left out where the history it stands for is in the file. Lines of type
 * `summary` are titles.
 *
 * Sidechains (`isSidechain`, in files of their own an `agentId` as well) are conversations of their own.
 */
export const claudeCode: Format = {
  name: 'claude-code',
  about: 'Claude Code session (JSONL)',
  matches: ({ first }) =>
    isObject(first) &&
    typeof first.type === 'string' &&
    !('role' in first) &&
    first.type !== 'session' &&
    (['parentUuid', 'sessionId', 'leafUuid', 'customTitle', 'aiTitle'].some((key) => key in first) ||
      (typeof first.uuid === 'string' && 'message' in first) ||
      first.type === 'file-history-snapshot'),
  read: (source) => grow(link(growths(source), () => parentsOf(source))),
}

/** Line types that hold nothing a model was sent. */
const silent: ReadonlySet<string> = new Set([
  ...['system', 'summary', 'progress', 'attachment', 'file-history-snapshot', 'queue-operation', 'custom-title'],
  ...['ai-title', 'last-prompt', 'task-summary', 'tag', 'agent-name', 'agent-color', 'agent-setting', 'pr-link'],
  ...['attribution-snapshot', 'speculation-accept', 'mode', 'permission-mode', 'worktree-state', 'content-replacement'],
  ...['bridge-session', 'file-history-delta', 'frame-link', 'started', 'result'],
])

/** What reading carries from line to line. */
interface Reading {
  readonly name: string
  /** The key of the last line that has no id of its own. */
  key: string
  /** The key of the conversation where lines name no session: the file's name and the first node's key. */
  fallback: string | undefined
  readonly files: Map<string, FileAccess>
  readonly unknown: Set<string>
}

async function* growths(source: TextSource): AsyncIterable<Growth | ProblemEntry> {
  const reading: Reading = { name: source.name, key: '', fallback: undefined, files: new Map(), unknown: new Set() }
  for await (const line of jsonLines(source.lines())) {
    if (line.kind === 'problem') yield line
    else yield* growth(line.value, line.number, reading)
  }
}

function* growth(value: Json, number: number, reading: Reading): Iterable<Growth | ProblemEntry> {
  const { data: line, error } = lineShape.safeParse(value)
  if (!line) {
    yield leftOut(number, describeShape(error))
    return
  }
  const drafts = lineDrafts(line, reading)
  if (typeof drafts === 'string') yield leftOut(number, drafts)
  const { parentUuid, logicalParentUuid } = line
  if (line.uuid === undefined && (typeof drafts === 'string' || drafts.length === 0)) return
  const uuid = line.uuid ?? nextKey(reading.key, line.message ?? null)
  if (line.uuid === undefined) reading.key = uuid
  if (drafts.length > 0) reading.fallback ??= `${reading.name}#${uuid}`
  const session = line.sessionId ?? reading.fallback ?? reading.name
  const key = line.isSidechain ? `${session}/sidechain/${uuid}` : session
  yield {
    kind: 'linked',
    id: uuid,
    parent: parentUuid ?? logicalParentUuid ?? parentUuid,
    loose: line.subtype === 'compact_boundary',
    group: line.isSidechain ? `sidechain ${line.agentId ?? ''}` : '',
    line: number,
    drafts: typeof drafts === 'string' ? [] : drafts,
    ifFirst: line.isCompactSummary ?? false,
    conversation: { kind: 'conversation', key, ...timeField(line.timestamp) },
  }
}

function lineDrafts(line: LineShape, { files, unknown }: Reading): NodeDraft[] | string {
  const time = timeField(line.timestamp)
  switch (line.type) {
    case 'user':
    case 'assistant':
      if (line.message === undefined) return 'it has no message'
      return draftsOf(line.message, files, {
        time,
        ...(results(line.message) === 1 ? knownLines(line.toolUseResult) : {}),
      })
    case 'attachment':
      return attachmentDrafts(line.attachment, time)
    default:
      if (silent.has(line.type) || unknown.has(line.type)) return []
      unknown.add(line.type)
      return `lines of type "${line.type}" are not known (said once)`
  }
}

function results(message: Json): number {
  const content = isObject(message) ? listOf(message.content) : []
  return content.filter((block) => isObject(block) && block.type === 'tool_result').length
}

async function parentsOf(source: TextSource): Promise<Parents> {
  const parents = new Map<string, string | null | undefined>()
  for await (const line of jsonLines(source.lines())) {
    const { data } = lineShape.safeParse(line.kind === 'line' ? line.value : null)
    if (data?.uuid !== undefined && !parents.has(data.uuid)) {
      parents.set(data.uuid, data.parentUuid ?? data.logicalParentUuid)
    }
  }
  return parents
}
