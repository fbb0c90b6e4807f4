import { type NodeDraft, nodeEntry } from '../draft.ts'
import type { ConversationEntry, Entry, ProblemEntry } from '../format.ts'
import type { Linked, Placed } from './link.ts'

/** What a linked line adds to a tree. */
export interface Growth extends Linked {
  /** None where the line is only a step between its parent and its children. */
  readonly drafts: readonly NodeDraft[]
  /** The drafts stand for what came before, and count only where nothing did. */
  readonly ifFirst?: boolean
  /** The conversation that opens where the line has nothing above it. */
  readonly conversation: ConversationEntry
}

/** The place of the nearest node at or above a line. */
interface Place {
  readonly conversation: string
  readonly group: string
  readonly key: string
}

/**
 * Nodes and conversations from lines in order: a line without drafts passes its children on to its parent; a line with
 * nothing of its group above it opens a conversation. Where that conversation has a root already, it is a conversation
 * of its own, and a problem says so.
 */
export async function* grow(lines: AsyncIterable<Placed<Growth> | ProblemEntry>): AsyncIterable<Entry> {
  const places = new Map<string, Place | undefined>()
  const opened = new Map<string, ConversationEntry>()
  let current: string | undefined

  for await (const item of lines) {
    if (item.kind === 'problem') {
      yield item
      continue
    }
    const above = item.parent === null ? undefined : places.get(item.parent)
    const place = above?.group === item.group ? above : undefined
    if (item.drafts.length === 0 || (item.ifFirst && place !== undefined)) {
      places.set(item.id, above)
      continue
    }
    let conversation = place?.conversation
    if (conversation === undefined) {
      const opening = openingOf(item, opened)
      conversation = opening.key
      opened.set(conversation, opening)
      if (conversation !== item.conversation.key) yield secondRoot(item, conversation)
    }
    const entry = opened.get(conversation)
    if (entry && current !== conversation) yield entry
    current = conversation
    let parent = place?.key ?? null
    for (const draft of item.drafts) {
      const node = nodeEntry(draft, item.id, parent)
      yield node
      parent = node.key
    }
    places.set(item.id, { conversation, group: item.group, key: parent ?? item.id })
  }
}

function openingOf({ id, conversation }: Growth, opened: ReadonlyMap<string, ConversationEntry>): ConversationEntry {
  return opened.has(conversation.key) ? { ...conversation, key: `${conversation.key}/root/${id}` } : conversation
}

function secondRoot({ id, line }: Growth, key: string): ProblemEntry {
  const message = `${id} is a second beginning of the same session. It was taken in as a conversation of its own, ${key}.`
  return line === undefined ? { kind: 'problem', message } : { kind: 'problem', line, message }
}
