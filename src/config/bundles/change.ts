import { type Bundle, isBundleName } from '../../bundles/bundle.ts'
import type { BundleOptions } from '../../bundles/settings.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Workspace } from '../open.ts'
import { attachedTo, renameAttached } from './attached-to.ts'
import { checkOptions } from './check-options.ts'
import { BundleInFile, BundleNameRefused } from './errors.ts'
import { damagedOf, findBundle, readShelf } from './shelf.ts'
import { untilUndisturbed } from './until-undisturbed.ts'

/**
 * Makes a bundle in the store. Throws BundleNameRefused, UnknownSetting, InvalidSetting, `bundle-name-taken`, and BundleInFile where a file
 * has that name, damaged or not.
 */
export async function createBundle(
  workspace: Workspace,
  name: string,
  items: Bundle['items'],
  opts: BundleOptions = {},
): Promise<Bundle> {
  await refuseName(workspace, name)
  const bundle: Bundle = { key: workspace.engine.newId(), name, items, opts: checkOptions(opts, `bundle ${name}`) }
  await workspace.store.putBundle(bundle)
  return bundle
}

/**
 * Replaces a bundle by what `change` makes of it; its key stays. Conversations that it goes along with follow a new name. Throws
 * BundleNotFound, BundleInFile, and as `createBundle` does.
 */
export async function changeBundle(
  workspace: Workspace,
  name: string,
  change: (bundle: Bundle) => Omit<Bundle, 'key'>,
): Promise<Bundle> {
  const { before, after } = await untilUndisturbed(async () => {
    const before = await storedBundle(workspace, name)
    const changed = change(before)
    if (changed.name !== before.name) await refuseName(workspace, changed.name)
    const after: Bundle = { ...changed, key: before.key, opts: checkOptions(changed.opts, `bundle ${name}`) }
    await workspace.store.putBundle(after, before)
    return { before, after }
  })
  if (after.name !== before.name) await renameAttached(workspace.store, before.name, after.name)
  return after
}

/**
 * Takes a bundle out of the store. `conversations` are those that it still should go along with. Throws BundleNotFound,
 * BundleInFile.
 */
export async function deleteBundle(
  workspace: Workspace,
  name: string,
): Promise<{ readonly bundle: Bundle; readonly conversations: readonly Conversation[] }> {
  const bundle = await storedBundle(workspace, name)
  const conversations = await attachedTo(workspace.store, name)
  await workspace.store.deleteBundle(bundle.key)
  return { bundle, conversations }
}

async function storedBundle(workspace: Workspace, name: string): Promise<Bundle> {
  const { bundle, file } = findBundle(await readShelf(workspace), name)
  if (file !== undefined) throw new BundleInFile(name, file)
  return bundle
}

async function refuseName(workspace: Workspace, name: string): Promise<void> {
  if (!isBundleName(name)) throw new BundleNameRefused(name)
  const { bundles, damaged } = await readShelf(workspace)
  const file = bundles.find(({ bundle }) => bundle.name === name)?.file ?? damagedOf(damaged, name)?.path
  if (file !== undefined) throw new BundleInFile(name, file)
}
