import type { Measure } from '../core/content/measure.ts'
import type { AuthorType, FileWay, Part } from '../core/content/part.ts'

/** A node to be summarised. */
export interface SummaryNode {
  readonly id: string
  readonly author: AuthorType
  readonly parts: readonly Part[]
}

/** What was done to a file, and what was done to it last. */
export interface TouchedFile {
  readonly path: string
  readonly reads: number
  readonly writes: number
  /** How often a person put it into a message. */
  readonly given: number
  readonly last: FileWay | 'failed-write'
}

/** A range of a conversation, and what its summary must hold to. */
export interface SummaryRequest {
  /** In the order of the path. */
  readonly nodes: readonly SummaryNode[]
  /** The most the summary may measure; positive. */
  readonly limit: number
  readonly measure: Measure
  /** Rules and pinned items: they stand in the summary word for word. */
  readonly verbatim: readonly string[]
  /** The one that was touched last stands last. */
  readonly files: readonly TouchedFile[]
}

/** What must stand word for word is over the limit by itself. */
export interface SummaryRefusal {
  readonly kind: 'refusal'
  readonly code: 'verbatim-over-limit'
  readonly limit: number
  readonly overBy: number
}

/** Writes summaries. `id` names the writer, its model and its version: what differs in words differs in id. */
export interface Summariser {
  readonly id: string
  /** The summary's text, within the limit; empty where there is nothing to say or no room to say it. */
  summarise(request: SummaryRequest): Promise<string | SummaryRefusal>
}

/** Whether a summary says anything, and is smaller than what it would replace. */
export function isWorthwhile(summary: string, replacedSize: number, measure: Measure): boolean {
  return summary.trim() !== '' && measure.count(summary) < replacedSize
}
