import type { Part, ToolResultPart } from '../content/part.ts'
import { blankLine } from './merge.ts'

/**
 * A part where only text can go; undefined where there is nothing to say. Media become placeholders, calls and results
 * are named ahead of their content, reasoning is left out.
 */
export function plainText(part: Part): string | undefined {
  switch (part.kind) {
    case 'text':
      return part.text.trim() === '' ? undefined : part.text
    case 'image':
      return '[image content]'
    case 'audio':
      return '[audio content]'
    case 'file':
      if (part.text.trim() !== '') return part.text
      return part.ref === undefined ? undefined : `[file content: ${part.path}]`
    case 'tool-call':
      return `[call of ${part.name}]\n${JSON.stringify(part.input)}`
    case 'tool-result':
      return `[result${part.name === undefined ? '' : ` of ${part.name}`}]\n${resultText(part)}`
    case 'reasoning':
      return undefined
    default:
      return part satisfies never
  }
}

/** A result's content as one text; empty where it has none. */
export function resultText(result: ToolResultPart): string {
  return joinText(result.content)
}

/** Parts as one text, joined by a blank line. */
export function joinText(parts: readonly Part[]): string {
  return parts.flatMap((part) => plainText(part) ?? []).join(blankLine)
}
