import type { Outliner } from '../../code/symbol.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { FileSource } from '../../sources/source.ts'
import type { FactCache } from '../../stores/fact-cache.ts'

/** Finds secrets; tells their kinds and lines, never the secrets. */
export interface SecretFinder {
  /** Changes when the same text may give other findings. */
  readonly version: string
  find(text: string): Promise<readonly { readonly kind: string; readonly line: number }[]>
}

/** How often files changed in one commit. */
export type ChangedTogether = (
  path: string,
) => readonly { readonly path: string; readonly together: number; readonly ofOwn: number }[]

/** What packing stands on. */
export interface PackPorts {
  readonly source: FileSource
  readonly secrets: SecretFinder
  outliner(): Promise<Outliner>
  readonly cache: FactCache
  /** The id of the measure, which is loaded only when something has to be counted. */
  readonly measure: string
  loadMeasure(id: string): Promise<Measure>
  /** The size of so many code points, where nothing else matters to the measure. */
  readonly sizeOfPoints?: (codePoints: number) => number
  /** A digest of a text, short and the same everywhere. */
  hash(text: string): string
  /** What the history of the files says; undefined where there is none. Asked for a task only. */
  changedTogether?(): Promise<ChangedTogether | undefined>
}
