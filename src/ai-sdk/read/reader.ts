import type { AuthorType } from '../../core/content/part.ts'
import { isRecord, opaquePiece, type Piece, plainText, type ReadMessages, type ReadNode } from './read-node.ts'

/** What one message says, before it has its place. */
export interface Sketch {
  readonly author: AuthorType
  readonly pieces: readonly Piece[]
  readonly opens?: readonly string[]
  readonly answers?: readonly string[]
}

/** Reads one message; undefined where it is none that the kind knows. It remembers the calls that results belong to. */
export type ReadMessage = (message: { readonly [key: string]: unknown }, index: number) => Sketch | undefined

/**
 * Reads a list of messages. What cannot be read is a node of its own that goes as it is. With `joined`, what a model wrote in
 * several messages without a break is one node.
 */
export function readWith(
  messages: readonly unknown[],
  read: ReadMessage,
  { joined = false }: { readonly joined?: boolean } = {},
): ReadMessages {
  const leading = leadingSystem(messages)
  const nodes: ReadNode[] = []
  for (let index = leading; index < messages.length; index++) {
    const node: ReadNode = { opens: [], answers: [], ...sketchOf(messages[index], index, read), from: index, to: index }
    const last = nodes.at(-1)
    if (joined && last?.author === 'model' && node.author === 'model') nodes[nodes.length - 1] = together(last, node)
    else nodes.push(node)
  }
  return { system: messages.slice(0, leading).map(plainText), leading, nodes }
}

function sketchOf(message: unknown, index: number, read: ReadMessage): Sketch {
  const odd: Sketch = { author: 'system', pieces: [opaquePiece(message ?? null)] }
  if (!isRecord(message)) return odd
  try {
    const sketch = read(message, index) ?? odd
    return sketch.pieces.length > 0 ? sketch : { ...sketch, pieces: odd.pieces }
  } catch {
    return odd
  }
}

/** System texts before anything else, unless there is nothing else. */
function leadingSystem(messages: readonly unknown[]): number {
  const first = messages.findIndex(
    (message) => !isRecord(message) || (message.role !== 'system' && message.role !== 'developer'),
  )
  return Math.max(0, first)
}

function together(before: ReadNode, { pieces, to, opens, answers }: ReadNode): ReadNode {
  return {
    ...before,
    pieces: [...before.pieces, ...pieces],
    to,
    opens: [...before.opens, ...opens],
    answers: [...before.answers, ...answers],
  }
}
