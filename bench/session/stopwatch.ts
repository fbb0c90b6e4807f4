import type { Store } from '../../src/stores/store.ts'
import type { Phase } from './task.ts'

/** What the time since the last lap went to; `model` is not ours. */
export type Lap = Phase | 'model'

/** Tells where the time of a turn goes: each lap takes what passed since the one before. */
export interface Stopwatch {
  start(): void
  lap(to: Lap): void
  /** Milliseconds by lap, since the start. */
  laps(): ReadonlyMap<Lap, number>
}

/** Makes one. */
export function stopwatch(): Stopwatch {
  let last = 0
  let spent = new Map<Lap, number>()
  return {
    start: () => {
      spent = new Map()
      last = performance.now()
    },
    lap: (to) => {
      const now = performance.now()
      spent.set(to, (spent.get(to) ?? 0) + now - last)
      last = now
    },
    laps: () => spent,
  }
}

/** A store that makes a lap after each of these methods; all others are as they were. */
export function lapping(store: Store, watch: Stopwatch, laps: { readonly [method in keyof Store]?: Phase }): Store {
  return new Proxy(store, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key)
      const to = laps[key as keyof Store]
      if (typeof method !== 'function' || to === undefined) return method
      return async (...given: readonly unknown[]) => {
        const result: unknown = await Reflect.apply(method, target, given)
        watch.lap(to)
        return result
      }
    },
  })
}
