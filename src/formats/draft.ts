import type { AuthorType, Part } from '../core/content/part.ts'
import type { NodeEntry } from './format.ts'

/** A node before it has its place: what one message of a file says. */
export interface NodeDraft extends Pick<NodeEntry, 'excluded' | 'bookmark' | 'tags' | 'current'> {
  /** What is added to the message's key: empty, or `#rest` for what a message holds beside tool results. */
  readonly suffix: '' | '#rest'
  readonly author: AuthorType
  readonly authorId?: string
  readonly parts: readonly Part[]
  readonly createdAt?: number
}

/** A draft at its place. */
export function nodeEntry(draft: NodeDraft, key: string, parent: string | null): NodeEntry {
  const { suffix, ...rest } = draft
  return { kind: 'node', key: `${key}${suffix}`, parent, ...rest }
}

/**
 * A person's message as drafts: one with its parts; where it holds tool results, a tool node with these, and behind it
 * a human node with the rest.
 */
export function humanDrafts(parts: readonly Part[], base: Pick<NodeDraft, 'authorId' | 'createdAt'>): NodeDraft[] {
  const results = parts.filter((part) => part.kind === 'tool-result')
  if (results.length === 0) return [{ suffix: '', author: 'human', parts, ...base }]
  const tool: NodeDraft = { suffix: '', author: 'tool', parts: results, ...timeOf(base) }
  const rest = parts.filter((part) => part.kind !== 'tool-result')
  return rest.length === 0 ? [tool] : [tool, { suffix: '#rest', author: 'human', parts: rest, ...base }]
}

function timeOf({ createdAt }: Pick<NodeDraft, 'createdAt'>): Pick<NodeDraft, 'createdAt'> {
  return createdAt === undefined ? {} : { createdAt }
}
