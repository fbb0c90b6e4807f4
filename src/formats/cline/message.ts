import { z } from 'zod'
import type { Json } from '../../core/content/json.ts'
import type { FilePart, Part, ResultContent } from '../../core/content/part.ts'
import { partsOf } from '../anthropic/blocks.ts'
import type { MessageReader } from '../chat/read.ts'
import { humanDrafts } from '../draft.ts'
import { withFile } from '../files/file-parts.ts'
import { type FileAccess, fileAccess } from '../files/file-tools.ts'
import { slashes, withMentions } from '../mentions.ts'
import { anyJson, describeShape, isObject, listOf, timeField } from '../shape.ts'

const messageShape = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(anyJson)]).nullish(),
  ts: anyJson.optional(),
  modelInfo: z.object({ id: z.string().optional(), modelId: z.string().optional() }).nullish(),
})
const mentionShape = z.object({ type: z.literal('file'), path: z.string(), content: z.string() })
const answersShape = z
  .array(z.object({ query: z.string(), result: z.string(), success: z.boolean().optional() }))
  .nonempty()

/** A reader of a task's messages; it remembers which files calls read and write. */
export function messageReader(): MessageReader {
  const files = new Map<string, readonly FileAccess[]>()
  return (message) => {
    const { data, error } = messageShape.safeParse(message)
    if (!data) return describeShape(error)
    const parts = typeof data.content === 'string' ? partsOf(data.content) : (data.content ?? []).map(partOf)
    const time = timeField(data.ts)
    if (data.role === 'user') {
      return humanDrafts(
        parts.flatMap((part) => personPart(part, files)),
        time,
      )
    }
    for (const part of parts) {
      if (part.kind === 'tool-call') files.set(part.callId, accesses(part.name, part.input))
    }
    const model = data.modelInfo?.id ?? data.modelInfo?.modelId
    return [{ suffix: '', author: 'model', ...(model ? { authorId: model } : {}), parts, ...time }]
  }
}

/** A block: a file that the person put in, a result with one answer for each question, or one of Anthropic's. */
function partOf(block: Json): Part {
  const mention = mentionShape.safeParse(block).data
  if (mention) return { kind: 'file', path: slashes(mention.path), way: 'mention', text: mention.content }
  const answers =
    isObject(block) && block.type === 'tool_result' ? answersShape.safeParse(block.content).data : undefined
  if (!isObject(block) || !answers) return partsOf([block])[0] ?? { kind: 'text', text: '' }
  const failed = answers.every(({ success }) => success === false)
  return {
    kind: 'tool-result',
    callId: String(block.tool_use_id),
    content: answers.map(({ result }) => ({ kind: 'text', text: result })),
    ...(failed || block.is_error === true ? { isError: true } : {}),
  }
}

function personPart(part: Part, files: ReadonlyMap<string, readonly FileAccess[]>): readonly Part[] {
  if (part.kind !== 'tool-result') return withMentions(part)
  const asked = files.get(part.callId) ?? []
  if (asked.length <= 1) {
    return [{ ...part, content: withFile(part.content, asked[0], { isError: part.isError ?? false }) }]
  }
  if (part.content.length !== asked.length) return [part]
  return [{ ...part, content: part.content.map((content, at) => answerTo(asked[at], content)) }]
}

function answerTo(access: FileAccess | undefined, content: ResultContent): ResultContent | FilePart {
  return withFile([content], access)[0] ?? content
}

/** The files of a call: of one that takes a list, those of the list. */
function accesses(name: string, input: Json): readonly FileAccess[] {
  const listed = isObject(input) ? [...listOf(input.files), ...listOf(input.file_paths)] : []
  const single = name.replace(/s$/, '')
  const each = listed.map((file) => fileAccess(single, typeof file === 'string' ? { path: file } : file))
  if (each.length > 0) return each.every((access) => access !== undefined) ? each : []
  const access = fileAccess(name, input)
  return access ? [access] : []
}
