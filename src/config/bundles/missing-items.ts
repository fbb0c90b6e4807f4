import type { Bundle } from '../../bundles/bundle.ts'
import { expandItems } from '../../bundles/items/expand-items.ts'
import type { MissingItem } from '../../bundles/snapshot.ts'
import { fileSource } from '../../sources/files/file-source.ts'
import { type BundleGround, readShelf } from './shelf.ts'

/** Which items name nothing that is there now. Files are looked up, not read: headings and blocks are not looked for. */
export async function missingItems(ground: BundleGround, items: Bundle['items']): Promise<readonly MissingItem[]> {
  const { bundles } = await readShelf(ground)
  const { missing } = await expandItems(items, {
    source: fileSource(ground.paths.root),
    bundles: (name) => bundles.find(({ bundle }) => bundle.name === name)?.bundle,
  })
  return missing
}
