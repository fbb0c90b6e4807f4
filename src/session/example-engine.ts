import { characters, estimate } from '../core/content/measure.ts'
import type { Store } from '../stores/store.ts'
import type { Engine } from './engine.ts'

/** For tests: an engine whose ids and times count up, so that every run is the same. */
export function exampleEngine(store: Store, from = 0): Engine {
  let made = from
  return {
    store,
    loadMeasure: async (id) => (id === characters.id ? characters : estimate),
    newId: () => `01J${String(++made).padStart(7, '0')}${String(made * 7919).padStart(16, '0')}`,
    now: () => 1_700_000_000_000 + made,
  }
}
