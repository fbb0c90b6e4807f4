import type { Json, JsonObject } from './json.ts'

/**
 * What a provider said about a part beyond Heddle's own fields, by provider (`anthropic`, `openai`, …). It goes back
 * to the same provider untouched, and to no other.
 */
export type ProviderData = { readonly [provider: string]: JsonObject }

interface PartBase {
  readonly provider?: ProviderData
}

/**
 * Text. One with no text and provider data is a block that only its provider understands: it is sent back to that
 * provider as it came, and to nobody else.
 */
export interface TextPart extends PartBase {
  readonly kind: 'text'
  readonly text: string
}

/** An image. `ref` is an address: an https URL, a data URL, or an id that the provider knows. */
export interface ImagePart extends PartBase {
  readonly kind: 'image'
  readonly ref: string
  readonly mediaType?: string
}

/** Sound. `ref` as for an image. */
export interface AudioPart extends PartBase {
  readonly kind: 'audio'
  readonly ref: string
  readonly mediaType?: string
}

/** How a file's content came into the conversation. */
export type FileWay = 'read' | 'write' | 'mention' | 'attachment'

/** Lines `from` to `to`, both included, counted from 1. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/**
 * A file's content. `text` stands exactly as it was sent (line numbers and all); `path` as given and normalised
 * to forward slashes; `range` is absent when the whole file is shown. An attachment that is not text has a `ref`, and its
 * `text` is empty; one that is the output of a person's own command has `$` and the command for its path.
 */
export interface FilePart extends PartBase {
  readonly kind: 'file'
  readonly path: string
  readonly way: FileWay
  readonly text: string
  readonly range?: LineRange
  readonly ref?: string
  readonly mediaType?: string
}

/** A model's request to run a tool. `callId` joins it to its result. */
export interface ToolCallPart extends PartBase {
  readonly kind: 'tool-call'
  readonly callId: string
  readonly name: string
  readonly input: Json
}

/** What may stand in a tool's result. */
export type ResultContent = TextPart | ImagePart | AudioPart | FilePart

/** What a tool gave back. `filled` marks one that Heddle put in because none was recorded. */
export interface ToolResultPart extends PartBase {
  readonly kind: 'tool-result'
  readonly callId: string
  readonly name?: string
  readonly content: readonly ResultContent[]
  readonly isError?: boolean
  readonly filled?: boolean
}

/** A model's reasoning. Sent back untouched, signature included, or not at all. */
export interface ReasoningPart extends PartBase {
  readonly kind: 'reasoning'
  readonly text: string
}

/** A piece of content. */
export type Part = TextPart | ImagePart | AudioPart | FilePart | ToolCallPart | ToolResultPart | ReasoningPart

/** Who wrote a node. */
export type AuthorType = 'human' | 'model' | 'system' | 'tool'

/** Whether there is nothing to send: no part but blank text without provider data. */
export function isEmpty(parts: readonly Part[]): boolean {
  return parts.every((part) => part.kind === 'text' && part.text.trim() === '' && part.provider === undefined)
}
