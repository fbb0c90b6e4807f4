import type { AuthorType, Part } from '../core/content/part.ts'
import type { ToolDefinition } from '../core/render/message.ts'

/** Opens a conversation; the nodes behind it belong to it. `key` names it for ever, so that a second import finds it again. */
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
}

/** One node. `key` is unique in its conversation; `parent` is the key of an earlier node, null for the root. */
export interface NodeEntry {
  readonly kind: 'node'
  readonly key: string
  readonly parent: string | null
  readonly author: AuthorType
  /** The model's or the person's name, where the file has one. */
  readonly authorId?: string
  readonly parts: readonly Part[]
  /** Unix time in milliseconds. */
  readonly createdAt?: number
}

/** Something that could not be taken in. The rest of the file still is. `line` counts from 1. */
export interface ProblemEntry {
  readonly kind: 'problem'
  readonly line?: number
  readonly message: string
}

/** What a format yields while it reads, in the order of the file. */
export type Entry = ConversationEntry | NodeEntry | ProblemEntry

/** The beginning of a file, for telling formats apart by content. */
export interface Sample {
  /** Up to the first 64 KiB of text. */
  readonly text: string
  /** The first line's JSON value, or the whole file's where it is one value that fits the sample; undefined if neither parses. */
  readonly first: unknown
}

/** A file to read, already known to be UTF-8 text. */
export interface TextSource {
  /** The path as the person gave it, for messages and for keys of files that have no id of their own. */
  readonly name: string
  /** The whole text, for formats that are one JSON value. */
  text(): Promise<string>
  /** Line by line without holding the file, numbered from 1; blank lines are left out. */
  lines(): AsyncIterable<{ readonly number: number; readonly text: string }>
}

/** One file format: how to tell it, and how to read it. */
export interface Format {
  /** The name on the command line, such as `claude-code`. */
  readonly name: string
  /** One line for the help text. */
  readonly about: string
  matches(sample: Sample): boolean
  read(source: TextSource): AsyncIterable<Entry>
}
