import type { FilePart, LineRange, ResultContent, TextPart } from '../../core/content/part.ts'
import type { FileAccess } from './file-tools.ts'
import { numberedLines, shownLines } from './lines.ts'

/** What a recording says by itself about the lines a result shows; it goes before what the text shows. */
export interface KnownLines {
  /** Null where the whole file is shown. */
  readonly range: LineRange | null
}

/** Answers that say that there is no content, where a format has no mark for errors. */
const refusal =
  /^\s*(?:<tool_use_error>|error\b|(?:the )?(?:file|path)[^\n]{0,200} (?:does not exist|not found|unchanged)|here's the files and directories)/i

/**
 * A tool's result with the file's content as a `file` part, its text exactly as it was: that of a read, and that of a
 * write which shows numbered lines of the file. Everything else stays as it is.
 */
export function withFile(
  contents: readonly ResultContent[],
  access: FileAccess | undefined,
  { isError = false, known }: { readonly isError?: boolean; readonly known?: KnownLines | undefined } = {},
): readonly ResultContent[] {
  const at = contents.findIndex((content) => content.kind === 'text' && content.text !== '')
  const text = contents[at]
  if (access === undefined || isError || text?.kind !== 'text') return contents
  const file = access.way === 'read' ? readFile(text, access, known) : writtenFile(text, access)
  return file === undefined ? contents : contents.with(at, file)
}

function readFile(text: TextPart, access: FileAccess, known: KnownLines | undefined): FilePart | undefined {
  if (text.text.length < 2000 && refusal.test(text.text)) return undefined
  const range = known ? known.range : shownLines(text.text, access)
  return { ...text, kind: 'file', path: access.path, way: 'read', ...(range ? { range } : {}) }
}

function writtenFile(text: TextPart, access: FileAccess): FilePart | undefined {
  const range = numberedLines(text.text)
  return range && { ...text, kind: 'file', path: access.path, way: 'write', range }
}
