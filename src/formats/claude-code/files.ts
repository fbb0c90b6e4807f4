import type { Json } from '../../core/content/json.ts'
import type { LineRange, Part } from '../../core/content/part.ts'
import { partsOf } from '../anthropic/blocks.ts'
import { humanDrafts, type NodeDraft } from '../draft.ts'
import type { KnownLines } from '../files/file-parts.ts'
import { slashes, withMentions } from '../mentions.ts'
import { isObject } from '../shape.ts'
import { type ShownFile, shownFileShape } from './shapes.ts'

/**
 * The lines that a Read result shows: `toolUseResult.file` has the first line, their number and that of the whole
 * file.
 */
export function knownLines(toolUseResult: Json | undefined): { readonly known?: KnownLines } {
  const file = isObject(toolUseResult) ? shownFileShape.safeParse(toolUseResult.file).data : undefined
  const range = file && rangeOf(file)
  return range === undefined ? {} : { known: { range } }
}

/**
 * An attachment that the model was sent: a file that the person mentioned, or what the person typed while the model
 * was at work. The others are the tool's own.
 */
export function attachmentDrafts(attachment: Json | undefined, time: { readonly createdAt?: number }): NodeDraft[] {
  if (!isObject(attachment)) return []
  if (attachment.type === 'queued_command') {
    const { prompt } = attachment
    if (typeof prompt !== 'string' && !Array.isArray(prompt)) return []
    const parts = partsOf(prompt as string | readonly Json[])
    return humanDrafts(parts.flatMap(withMentions), time)
  }
  if (attachment.type !== 'file' || !isObject(attachment.content)) return []
  const file = shownFileShape.safeParse(attachment.content.file).data
  if (!file) return []
  const range = rangeOf(file)
  const part: Part = {
    kind: 'file',
    path: slashes(file.filePath),
    way: 'mention',
    text: file.content,
    ...(range ? { range } : {}),
  }
  return humanDrafts([part], time)
}

/** Null for the whole file; undefined where it is not said. */
function rangeOf({ startLine, numLines, totalLines }: ShownFile): LineRange | null | undefined {
  if (startLine === undefined || numLines === undefined) return undefined
  const from = Math.max(startLine, 1)
  if (numLines === 0 || (from === 1 && numLines === totalLines)) return null
  return { from, to: from + numLines - 1 }
}
