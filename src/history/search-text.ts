import { canonicalJson, type Json } from '../core/content/json.ts'
import type { Part, ResultContent } from '../core/content/part.ts'

/** What a search looks through: the texts of a content, its calls with what they are given, its results, its files. */
export function searchText(parts: readonly Part[]): string {
  return parts.map(textOf).join('\n')
}

function textOf(part: Part): string {
  switch (part.kind) {
    case 'tool-call':
      return `${part.name}\n${stringsIn(part.input).join('\n')}`
    case 'tool-result':
      return part.content.map(contentText).join('\n')
    case 'reasoning':
      return part.text
    default:
      return contentText(part)
  }
}

function contentText(part: ResultContent): string {
  if (part.kind === 'file') return `${part.path}\n${part.text}`
  return part.kind === 'text' ? part.text : ''
}

/** The texts in a JSON value; what is nested too deep to be told apart is one text. */
function stringsIn(value: Json, depth: number = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return [String(value)]
  if (depth > 32) return [canonicalJson(value)]
  return Object.values(value).flatMap((each: Json | undefined) =>
    each === undefined ? [] : stringsIn(each, depth + 1),
  )
}
