import type { Part, ResultContent } from '../../src/core/content/part.ts'
import type { NodeEntry } from '../../src/formats/format.ts'
import { isObject } from '../../src/formats/shape.ts'
import type { Block, Message } from './request.ts'

/** A message and the nodes it was made of, by key. */
export interface SourcedMessage extends Message {
  readonly keys: readonly string[]
}

/**
 * Nodes in the order of their path as messages: a node is a message, but tool nodes that follow one another are one. A
 * node with nothing to say is a message without parts.
 */
export function messagesOf(nodes: readonly NodeEntry[]): SourcedMessage[] {
  const messages: SourcedMessage[] = []
  let before: NodeEntry | undefined
  for (const node of nodes) {
    const last = messages.at(-1)
    const content = blocksOf(node.parts)
    if (last && node.author === 'tool' && before?.author === 'tool') {
      messages[messages.length - 1] = {
        role: 'user',
        content: [...last.content, ...content],
        keys: [...last.keys, node.key],
      }
    } else {
      messages.push({ role: node.author === 'model' ? 'assistant' : 'user', content, keys: [node.key] })
    }
    before = node
  }
  return messages
}

function blocksOf(parts: readonly Part[]): Block[] {
  const blocks: Block[] = []
  for (const part of parts) {
    const last = blocks.at(-1)
    if (isOutput(part) && last?.type === 'text') blocks.splice(-1, 1, { ...last, text: `${last.text}\n${part.text}` })
    else blocks.push(...blockOf(part))
  }
  return blocks
}

/** The output of a command that a person ran goes with the command. */
function isOutput(part: Part): part is Extract<Part, { kind: 'file' }> {
  return part.kind === 'file' && part.way === 'attachment' && part.path.startsWith('$ ')
}

function blockOf(part: Part): Block[] {
  switch (part.kind) {
    case 'text':
    case 'file':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }]
    case 'tool-call': {
      const input = isObject(part.input) ? part.input : { value: part.input }
      return [{ type: 'tool_use', id: part.callId, name: part.name, input }]
    }
    case 'tool-result':
      return [
        {
          type: 'tool_result',
          tool_use_id: part.callId,
          content: textOf(part.content),
          ...(part.isError === true ? { is_error: true } : {}),
        },
      ]
    case 'reasoning': {
      const signature = part.provider?.anthropic?.signature
      return [{ type: 'thinking', thinking: part.text, signature: typeof signature === 'string' ? signature : '' }]
    }
    case 'image':
    case 'audio':
      return []
    default:
      return part satisfies never
  }
}

function textOf(contents: readonly ResultContent[]): string {
  return contents.map((content) => ('text' in content ? content.text : '')).join('')
}
