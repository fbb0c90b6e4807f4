import type { Json } from '../../src/core/content/json.ts'
import type { Block, Expectation, Message } from './request.ts'
import { resultText } from './sizes.ts'

const oldTextKeys = ['old_string', 'oldText', 'old_text', 'old_str']
const shortestLine = 8

/**
 * What the edits of an answer need to have seen: for each that names its old text, the lines of it, trimmed and of 8
 * characters or more, that stand in a message before the answer. Edits without any are left out.
 */
export function expectationsOf(answer: Message, before: readonly Message[]): Expectation[] {
  const edits = answer.content.map(oldTextOf).filter((text) => text !== undefined)
  if (edits.length === 0) return []
  const seen = sentText(before)
  const expectations = edits.map((text) => ({ lines: linesOf(text).filter((line) => seen.includes(line)) }))
  return expectations.filter(({ lines }) => lines.length > 0)
}

/** Whether all lines that an edit needs stand in the text. */
export function isGrounded({ lines }: Expectation, text: string): boolean {
  return lines.every((line) => text.includes(line))
}

/** Everything that messages say as one text: texts, results, reasoning, and all texts in the inputs of calls. */
export function sentText(messages: readonly Message[]): string {
  return messages.flatMap(({ content }) => content.flatMap(textsOf)).join('\n')
}

function oldTextOf(block: Block): string | undefined {
  if (block.type !== 'tool_use') return undefined
  const keys = block.name === 'edit' ? [...oldTextKeys, 'search'] : oldTextKeys
  return keys.map((key) => block.input[key]).find((value) => typeof value === 'string')
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= shortestLine)
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
