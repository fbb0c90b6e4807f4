import type { Json } from '../core/content/json.ts'
import type { AuthorType, Part } from '../core/content/part.ts'
import type { ToolDefinition } from '../core/render/message.ts'
import type { Mode } from '../history/conversation.ts'

/**
 * Opens a conversation; the nodes behind it belong to it. `key` names it for ever, so that a second import finds it
 * again. Where a file interleaves conversations, the same entry comes again to go on with one that was opened before.
 */
export interface ConversationEntry {
  readonly kind: 'conversation'
  readonly key: string
  readonly title?: string
  /** The conversation's system text, where the file has one. */
  readonly system?: string
  readonly tools?: readonly ToolDefinition[]
  /** `provider:model` or the bare model name, where the file says what was used. */
  readonly model?: string
  /** Unix time in milliseconds. */
  readonly createdAt?: number
  /** Default dialogue. */
  readonly mode?: Mode
  /** Settings of the conversation's own, by key. */
  readonly settings?: { readonly [key: string]: Json }
}

/** One more source of the edge that leads to a node, besides its parent. A primary one is a version of the parent. */
export interface SourceEntry {
  readonly key: string
  readonly role: 'primary' | 'context' | 'instruction'
}

/** One node. `key` is unique in its conversation; `parent` is the key of an earlier node, null for the root. */
export interface NodeEntry {
  readonly kind: 'node'
  readonly key: string
  readonly parent: string | null
  /** The node is a note about its parent, and on no path. */
  readonly annotation?: boolean
  /** Keys of earlier nodes. */
  readonly sources?: readonly SourceEntry[]
  /** The earlier node of which this is a later version. */
  readonly editedFrom?: string
  readonly excluded?: boolean
  /** The label of a bookmark; empty for one without. */
  readonly bookmark?: string
  readonly tags?: readonly string[]
  /** The person was here last: its branch is the one to go on with. */
  readonly current?: boolean
  readonly author: AuthorType
  /** The model's or the person's name, where the file has one. */
  readonly authorId?: string
  readonly parts: readonly Part[]
  /** Unix time in milliseconds. */
  readonly createdAt?: number
}

/** A node as Heddle's own export has it, with the names that people and other tools know it by in the store. */
export interface ExportedNode extends NodeEntry {
  readonly id: string
  readonly shortId: string
  readonly hash: string
}

/**
 * A named timeline of the conversation that is open. It comes behind the nodes it names, and behind its parent. Nodes
 * that no branch leads to belong to one that whoever takes them in makes.
 */
export interface BranchEntry {
  readonly kind: 'branch'
  readonly name: string
  /** The key of its newest node; null while nothing has been said. */
  readonly head: string | null
  /** The key of the node at which it left its parent. */
  readonly forkPoint: string | null
  /** The name of the branch that it left. */
  readonly parent?: string
  /** It is the one that is checked out. */
  readonly current?: boolean
  /** Unix time in milliseconds. */
  readonly createdAt?: number
}

/** A node was pruned, and with it all nodes below it that stand before this entry. */
export interface PruneEntry {
  readonly kind: 'prune'
  readonly key: string
}

/** A further edge into a node that stands before this entry, from others that do. One source is primary. */
export interface EdgeEntry {
  readonly kind: 'edge'
  readonly target: string
  readonly type: 'continuation' | 'annotation'
  readonly sources: readonly SourceEntry[]
}

/** What a branch that stands before this entry has chosen at a node: one of its edges by number, or a source. */
export interface SelectEntry {
  readonly kind: 'select'
  /** The branch's name. */
  readonly branch: string
  readonly target: string
  /** Counted from the edge that was made with the node, 0. */
  readonly edge?: number
  readonly source?: string
}

/** Something that could not be taken in. The rest of the file still is. `line` counts from 1. */
export interface ProblemEntry {
  readonly kind: 'problem'
  readonly line?: number
  readonly message: string
}

/** What a format yields while it reads, in the order of the file. */
export type Entry = ConversationEntry | NodeEntry | EdgeEntry | BranchEntry | SelectEntry | PruneEntry | ProblemEntry

/** The beginning of a file, for telling formats apart by content. */
export interface Sample {
  /** Up to the first 64 KiB of text. */
  readonly text: string
  /**
   * What the file begins with: its whole JSON value, that of its first line, as much of it as the sample holds, or that
   * of the first line that parses; undefined where there is none.
   */
  readonly first: Json | undefined
}

/** A line's text without its end; `number` counts from 1. */
export interface Line {
  readonly number: number
  readonly text: string
}

/** A file to read, already known to be UTF-8 text. */
export interface TextSource {
  /** The path as the person gave it, for messages and for keys of files that have no id of their own. */
  readonly name: string
  /** The beginning, for telling the format. */
  readonly sample: Sample
  /** In bytes. */
  readonly size: number
  /** The bytes, each time from the start, for formats that are one JSON value. A chunk is good until the next one. */
  chunks(): AsyncIterable<Uint8Array>
  /** Line by line without holding the file, each time from the start; blank lines are left out. */
  lines(): AsyncIterable<Line>
}

/** One file format: how to tell it, and how to read it. */
export interface Format {
  /** The name on the command line, such as `claude-code`. */
  readonly name: string
  /** One line for the help text. */
  readonly about: string
  matches(sample: Sample): boolean
  /** Never throws over what the file says; an error is one of reading it. */
  read(source: TextSource): AsyncIterable<Entry>
}
