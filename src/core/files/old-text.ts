import type { Json } from '../content/json.ts'
import type { Part } from '../content/part.ts'

const oldTextKeys = ['old_string', 'oldText', 'old_text', 'old_str']
const shortestLine = 8

/** What one edit needs to have seen: the lines of its old text, trimmed. */
export interface Expectation {
  readonly lines: readonly string[]
}

/** The text that a call says it replaces; undefined where it names none. A `search` is one in a tool of the name `edit` alone. */
export function oldText(name: string, input: Json): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  const keys = name === 'edit' ? [...oldTextKeys, 'search'] : oldTextKeys
  const found = keys.map((key) => (input as { readonly [key: string]: Json | undefined })[key])
  return found.find((value) => typeof value === 'string')
}

/**
 * What edits need to have seen: for each old text its lines, trimmed and of 8 characters or more, that stand in what was seen
 * before. Edits without any are left out.
 */
export function expectationsIn(oldTexts: readonly string[], seen: string): Expectation[] {
  const expectations = oldTexts.map((text) => ({ lines: linesOf(text).filter((line) => seen.includes(line)) }))
  return expectations.filter(({ lines }) => lines.length > 0)
}

/** Everything that parts say as texts: texts, files, results, reasoning, and all texts in the inputs of calls. */
export function saidIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case 'text':
      case 'file':
      case 'reasoning':
        return [part.text]
      case 'tool-call':
        return stringsIn(part.input)
      case 'tool-result':
        return [part.content.map((content) => ('text' in content ? content.text : '')).join('')]
      default:
        return []
    }
  })
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= shortestLine)
}

function stringsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((each: Json | undefined) => stringsIn(each))
}
