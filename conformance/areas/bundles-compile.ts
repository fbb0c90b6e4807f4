import { type BundleOptions, compile, mergeSettings, type Snapshot } from '../../src/bundles/bundles.ts'
import type { Area } from '../area.ts'

/** A snapshot as one string. */
export const bundlesCompile: Area = (given) => {
  const depths = given.depths as Snapshot['depths']
  const snapshot = { depths, skipped: [], truncated: [], missing: [], excluded: {}, size: 0 }
  const settings = mergeSettings(given.settings as BundleOptions)
  const { context, stats } = compile(snapshot, settings, { tree: given.tree as string | undefined })
  const { characters, included, truncated, skipped, wrapDropped } = stats
  return { context, stats: { characters, included, truncated, skipped, wrapDropped } }
}
