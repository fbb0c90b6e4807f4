import { type BundleOptions, mergeSettings } from '../../src/bundles/bundles.ts'
import type { Area } from '../area.ts'

/** Settings of three levels; the fields that the cases know. */
export const bundlesMergeSettings: Area = (given) => {
  const settings = mergeSettings(
    given.collection as BundleOptions | undefined,
    given.bundle as BundleOptions | undefined,
    given.call as BundleOptions | undefined,
  )
  const { link_depth, inlinks, excluded_headings, max_len, templates, follow_links_in_excluded } = settings
  return { settings: { link_depth, inlinks, excluded_headings, max_len, templates, follow_links_in_excluded } }
}
