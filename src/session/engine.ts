import type { Measure } from '../core/content/measure.ts'
import type { Store } from '../stores/store.ts'

/** What a session stands on: the store, the measures, and the two things that are not pure, ids and time. */
export interface Engine {
  readonly store: Store
  loadMeasure(id: string): Promise<Measure>
  /** A new ULID. */
  newId(): string
  /** Unix time in milliseconds. */
  now(): number
}
