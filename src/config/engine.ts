import { ulid } from 'ulid'
import type { Engine } from '../session/engine.ts'
import type { Store } from '../stores/store.ts'
import { loadMeasure } from '../tokenizers/load-measure.ts'

/** A session's ground on a store: the built-in measures, ULIDs, and by default the system's clock. */
export function createEngine(store: Store, now: () => number = Date.now): Engine {
  return { store, loadMeasure, newId: () => ulid(now()), now }
}
