import type { Json, JsonObject } from '../content/json.ts'

/** What a tool call does to a file, as far as its input tells: all of it is written, or one text of it becomes another. */
export type FileChange =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | {
      readonly kind: 'edit'
      readonly path: string
      readonly before: string
      readonly after: string
      readonly all?: true
    }

/** The names under which tools take the path of a file. */
export const pathKeys: readonly string[] = [
  'path',
  'file_path',
  'filePath',
  'filename',
  'file',
  'notebook_path',
  'absolute_path',
  'target_file',
]
const textKeys = ['content', 'contents', 'file_text', 'fileText']
const editKeys = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['old_str', 'new_str'],
  ['search', 'replace'],
] as const
/** A tool whose name says that it makes a file; others may have a content that is none of a file. */
const writer = /write|create|save|overwrite|put|str_?replace|editor/i

/**
 * The changes that a tool call makes, in their order: by the shape of its input, whatever the tool. A path, and either pairs of
 * an old and a new text, alone or in a list, or the whole text. None where the input has no such shape.
 */
export function fileChanges(name: string, input: Json): FileChange[] {
  if (!isObject(input)) return []
  const path = stringAt(input, pathKeys)
  if (path === undefined || path === '') return []
  const edits = [input, ...lists(input)].flatMap((each) => editIn(path, each))
  if (edits.length > 0) return edits
  const text = stringAt(input, textKeys)
  return text !== undefined && writer.test(name) ? [{ kind: 'write', path, text }] : []
}

function lists(input: JsonObject): JsonObject[] {
  return Object.values(input).flatMap((value) => (Array.isArray(value) ? value.filter(isObject) : []))
}

function editIn(path: string, input: JsonObject): FileChange[] {
  for (const [old, fresh] of editKeys) {
    const before = input[old]
    const after = input[fresh]
    if (typeof before === 'string' && typeof after === 'string' && before !== '')
      return [{ kind: 'edit', path: stringAt(input, pathKeys) ?? path, before, after, ...everywhere(input) }]
  }
  return []
}

/** The change is made wherever the text stands, not only at one place. */
function everywhere(input: JsonObject): { readonly all?: true } {
  return input.replace_all === true || input.replaceAll === true ? { all: true } : {}
}

function stringAt(input: JsonObject, keys: readonly string[]): string | undefined {
  const found = keys.map((key) => input[key]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : undefined
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
