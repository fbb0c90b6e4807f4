import type { Json } from '../../src/core/content/json.ts'
import { expectationsIn, oldText } from '../../src/core/files/old-text.ts'
import type { Block, Expectation, Message } from './request.ts'
import { resultText } from './sizes.ts'

/**
 * What the edits of an answer need to have seen: for each that names its old text, the lines of it, trimmed and of 8
 * characters or more, that stand in a message before the answer. Edits without any are left out.
 */
export function expectationsOf(answer: Message, before: readonly Message[]): Expectation[] {
  const edits = answer.content.flatMap((block) =>
    block.type === 'tool_use' ? (oldText(block.name, block.input) ?? []) : [],
  )
  return edits.length === 0 ? [] : expectationsIn(edits, sentText(before))
}

/** Whether all lines that an edit needs stand in the text. */
export function isGrounded({ lines }: Expectation, text: string): boolean {
  return lines.every((line) => text.includes(line))
}

/** Everything that messages say as one text: texts, results, reasoning, and all texts in the inputs of calls. */
export function sentText(messages: readonly Message[]): string {
  return messages.flatMap(({ content }) => content.flatMap(textsOf)).join('\n')
}

function textsOf(block: Block): string[] {
  switch (block.type) {
    case 'text':
      return [block.text]
    case 'thinking':
      return [block.thinking]
    case 'tool_use':
      return stringsIn(block.input)
    case 'tool_result':
      return [resultText(block)]
    default:
      return []
  }
}

function stringsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}
