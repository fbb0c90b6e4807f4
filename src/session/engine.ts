import type { Measure } from '../core/content/measure.ts'
import type { Store } from '../stores/store.ts'
import type { Summariser, SummaryNode, TouchedFile } from '../summaries/summariser.ts'
import type { BundleReader } from './bundles/bundle-reader.ts'

/** Who writes summaries, and what says which files a range of nodes touched. */
export interface SummaryWriter {
  readonly summariser: Summariser
  filesIn(nodes: readonly SummaryNode[]): readonly TouchedFile[]
}

/** What a session stands on: the store, the measures, and the two things that are not pure, ids and time. */
export interface Engine {
  readonly store: Store
  loadMeasure(id: string): Promise<Measure>
  /** A new ULID. */
  newId(): string
  /** Unix time in milliseconds. */
  now(): number
  /** Without one nothing is compacted. */
  readonly summaries?: SummaryWriter
  /** Without one no bundle goes along. */
  readonly bundles?: BundleReader
}
