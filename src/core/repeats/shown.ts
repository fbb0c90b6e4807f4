import { canonicalJson, type Json } from '../content/json.ts'
import type { FilePart, FileWay, LineRange, Part, ResultContent, TextPart, ToolResultPart } from '../content/part.ts'
import { type PathSpace, pathKey } from './path-key.ts'

/** Where content stands: a node's part by index, and for one of several in a tool's result, its index there. */
export interface Place {
  readonly node: string
  readonly part: number
  readonly within?: number
}

/** A file's content that a node shows. Equal keys are one file. */
export interface ShownFile extends Place {
  readonly kind: 'file'
  readonly key: string
  readonly path: string
  readonly way: Exclude<FileWay, 'attachment'>
  /** Absent where the whole file is shown. */
  readonly range?: LineRange
  readonly text: string
}

/** A file was written here, and its content is not shown. */
export interface ShownEdit extends Place {
  readonly kind: 'edit'
  readonly key: string
}

/** What another tool gave back. Equal keys are the same tool, the same input and the same texts. */
export interface ShownResult extends Place {
  readonly kind: 'result'
  readonly key: string
  readonly tool: string
  readonly texts: readonly string[]
}

/** What a node shows that a later node may show again, or make old. */
export type Shown = ShownFile | ShownEdit | ShownResult

/** A tool call, and the paths that it writes where it succeeds. */
export interface ShownCall {
  readonly name: string
  readonly input: Json
  readonly writes?: readonly string[]
}

/** The calls by their ids; a result whose call is not among them shows only its files. */
export interface ShownOptions extends PathSpace {
  readonly calls?: ReadonlyMap<string, ShownCall>
}

/**
 * What a node shows, in its order. Attachments, media, parts with provider data, failed results and results that Heddle
 * filled in are not among it. A write that shows content of its file stands before that content.
 */
export function shownIn(
  { id, parts }: { readonly id: string; readonly parts: readonly Part[] },
  { calls = new Map(), ...space }: ShownOptions = {},
): Shown[] {
  return parts.flatMap((part, index): Shown[] => {
    const place: Place = { node: id, part: index }
    if (part.kind === 'file') return shownFile(part, place, space)
    return part.kind === 'tool-result' ? shownResult(part, place, calls.get(part.callId), space) : []
  })
}

function shownResult(part: ToolResultPart, place: Place, call: ShownCall | undefined, space: PathSpace): Shown[] {
  if (part.isError || part.filled) return []
  const edits = (call?.writes ?? []).map((path): Shown => ({ kind: 'edit', ...place, key: pathKey(path, space) }))
  if (part.provider) return edits
  if (!part.content.some((each) => each.kind === 'file')) {
    const texts = part.content.filter(isPlainText).map(({ text }) => text)
    if (!call || texts.length === 0 || texts.length < part.content.length || texts.every(isRemark)) return edits
    const key = canonicalJson([call.name, call.input, texts])
    return [...edits, { kind: 'result', ...place, key, tool: call.name, texts }]
  }
  const files = part.content.map((each, within) => {
    return each.kind === 'file' ? shownFile(each, { ...place, within }, space) : []
  })
  return [...edits, ...files.flat()]
}

function shownFile({ way, path, text, range, ref, provider }: FilePart, place: Place, space: PathSpace): ShownFile[] {
  if (way === 'attachment' || ref !== undefined || provider) return []
  return [{ kind: 'file', ...place, key: pathKey(path, space), path, way, text, ...(range ? { range } : {}) }]
}

function isPlainText(content: ResultContent): content is TextPart {
  return content.kind === 'text' && content.provider === undefined
}

/** Whether a text is nothing but a remark in square brackets, as a notice is: it stands for content and is none. */
function isRemark(text: string): boolean {
  return text.length <= 400 && /^\[(?!true|false|null)[a-z][^\n]*\]$/i.test(text)
}
