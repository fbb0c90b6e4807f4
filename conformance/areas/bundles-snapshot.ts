import { type Bundle, type BundleOptions, mergeSettings, takeSnapshot } from '../../src/bundles/bundles.ts'
import { type ExampleFiles, exampleLinks, exampleSource } from '../../src/bundles/example-source.ts'
import { parseLinks } from '../../src/sources/sources.ts'
import type { Area } from '../area.ts'

/** What is read of a workspace that is in memory. */
export const bundlesSnapshot: Area = async (given) => {
  const { files, ignored = [], unreadable = {} } = given as unknown as ExampleFiles
  const workspace = { files, ignored, unreadable }
  const snapshot = await takeSnapshot(
    given.items as Bundle['items'],
    mergeSettings(given.settings as BundleOptions | undefined),
    {
      source: exampleSource(workspace),
      links: exampleLinks(workspace, (text) => parseLinks(text).map(({ target }) => target)),
    },
  )
  return { ...snapshot }
}
