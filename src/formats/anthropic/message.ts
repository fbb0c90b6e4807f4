import { z } from 'zod'
import type { Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import { humanDrafts, type NodeDraft } from '../draft.ts'
import { type KnownLines, withFile } from '../files/file-parts.ts'
import { type FileAccess, fileAccess } from '../files/file-tools.ts'
import { withMentions } from '../mentions.ts'
import { anyJson, describeShape } from '../shape.ts'
import { partsOf } from './blocks.ts'

const messageShape = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(anyJson)]).nullish(),
  model: z.string().nullish(),
})

/** What the recording says beside a message. */
export interface Beside {
  readonly time: { readonly createdAt?: number }
  /** The lines that the only result in the message shows. */
  readonly known?: KnownLines
}

/**
 * A message's nodes, or what is wrong with it. `files` is filled with the calls that touch files, and used for their
 * results.
 */
export function draftsOf(message: Json, files: Map<string, FileAccess>, { time, known }: Beside): NodeDraft[] | string {
  const { data, error } = messageShape.safeParse(message)
  if (!data) return describeShape(error)
  const parts = partsOf(data.content)
  switch (data.role) {
    case 'user':
      return humanDrafts(
        parts.flatMap((part) => humanPart(part, files, known)),
        time,
      )
    case 'assistant':
      for (const part of parts) {
        const access = part.kind === 'tool-call' && fileAccess(part.name, part.input)
        if (access) files.set(part.callId, access)
      }
      return [{ suffix: '', author: 'model', ...(data.model ? { authorId: data.model } : {}), parts, ...time }]
    case 'system':
    case 'developer':
      return [{ suffix: '', author: 'system', parts, ...time }]
    default:
      return `the role "${data.role}" is not known`
  }
}

function humanPart(part: Part, files: ReadonlyMap<string, FileAccess>, known: KnownLines | undefined): readonly Part[] {
  if (part.kind !== 'tool-result') return withMentions(part)
  const { callId, content, isError = false } = part
  return [{ ...part, content: withFile(content, files.get(callId), { isError, known }) }]
}
