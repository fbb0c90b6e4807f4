import type { Bundles } from '../bundle-store.ts'
import { BundleNameTaken, ChangedMeanwhile } from '../errors.ts'
import { isSame } from '../is-same.ts'
import type { State } from './state.ts'

/** Bundles in memory. */
export function memoryBundles({ bundles }: State): Bundles {
  return {
    bundles: async () => [...bundles.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    putBundle: async (bundle, before) => {
      if (before !== undefined && !isSame(bundles.get(bundle.key), before)) throw new ChangedMeanwhile(bundle.key)
      for (const { key, name } of bundles.values())
        if (name === bundle.name && key !== bundle.key) throw new BundleNameTaken(name)
      bundles.set(bundle.key, structuredClone(bundle))
    },
    deleteBundle: async (key) => void bundles.delete(key),
  }
}
