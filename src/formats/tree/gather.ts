import type { ConversationEntry, Entry, NodeEntry } from '../format.ts'

/** How many nodes, and how many UTF-16 units of text, are held at the most. */
const most = { nodes: 200_000, text: 64 * 2 ** 20 }

/**
 * The same entries with those of one conversation together, as far as they can be held: a file may go from one
 * conversation to another on every line, and each change costs whoever writes them down. Within a conversation the
 * order stays. A problem does not wait.
 */
export async function* gathered(
  entries: AsyncIterable<Entry>,
  { nodes, text }: { readonly nodes: number; readonly text: number } = most,
): AsyncIterable<Entry> {
  const held = new Map<string, { readonly opening: ConversationEntry; readonly nodes: NodeEntry[] }>()
  let current: NodeEntry[] = []
  let count = 0
  let size = 0

  function* release(): Generator<Entry> {
    for (const { opening, nodes: waiting } of held.values()) {
      if (waiting.length === 0) continue
      yield opening
      yield* waiting
    }
    held.clear()
    count = 0
    size = 0
  }

  let last: ConversationEntry | undefined
  for await (const entry of entries) {
    if (entry.kind === 'conversation') {
      last = entry
      current = open(held, entry)
    } else if (entry.kind === 'node') {
      if (held.size === 0 && last) current = open(held, last)
      current.push(entry)
      count++
      size += entry.parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0)
      if (count >= nodes || size >= text) yield* release()
    } else {
      yield entry
    }
  }
  yield* release()
}

function open(
  held: Map<string, { readonly opening: ConversationEntry; readonly nodes: NodeEntry[] }>,
  opening: ConversationEntry,
): NodeEntry[] {
  const known = held.get(opening.key)
  if (known) return known.nodes
  const nodes: NodeEntry[] = []
  held.set(opening.key, { opening, nodes })
  return nodes
}
