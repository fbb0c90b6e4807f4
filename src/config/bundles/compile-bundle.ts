import { join } from 'node:path'
import type { Bundle } from '../../bundles/bundle.ts'
import { type Compiled, compile } from '../../bundles/compile.ts'
import { mergeSettings } from '../../bundles/merge-settings.ts'
import type { BundleOptions, BundleSettings } from '../../bundles/settings.ts'
import type { Snapshot } from '../../bundles/snapshot.ts'
import { takeSnapshot } from '../../bundles/take-snapshot.ts'
import type { Measure } from '../../core/content/measure.ts'
import { fileSource } from '../../sources/files/file-source.ts'
import { stampsBelow } from '../../sources/notes/stamp.ts'
import { openVault } from '../../sources/notes/vault.ts'
import type { FileSource } from '../../sources/source.ts'
import { type BundleGround, findBundle, type Shelf } from './shelf.ts'

/** How a bundle is compiled, beside its own options. */
export interface CompileBundleOptions {
  /** What holds for every bundle of the workspace. */
  readonly collection: BundleOptions
  /** What holds for this call. */
  readonly call?: BundleOptions
  readonly measure?: Measure
  readonly signal?: AbortSignal
}

/** A bundle as it is now. */
export interface CompiledBundle extends Compiled {
  readonly settings: BundleSettings
  readonly snapshot: Snapshot
}

/** Reads what a bundle of a workspace is made of, and compiles it. Throws LimitNotPositive, MeasureMissing. */
async function compileBundle(
  { paths }: Pick<BundleGround, 'paths'>,
  shelf: Shelf,
  { items, opts }: Bundle,
  { collection, call, measure, signal }: CompileBundleOptions,
): Promise<CompiledBundle> {
  const settings = mergeSettings(collection, opts, call)
  const source = fileSource(paths.root, signal ? { signal } : {})
  const snapshot = await takeSnapshot(items, settings, {
    source,
    bundles: async (name) => shelf.bundles.find(({ bundle }) => bundle.name === name)?.bundle,
    measure,
    ...(settings.link_depth > 0 ? { links: await linksOf(source, paths) } : {}),
  })
  return { ...compile(snapshot, settings, { measure }), settings, snapshot }
}

/** The links between the workspace's files; those that were parsed before are kept beside the store. */
function linksOf(source: FileSource, { root, folder }: BundleGround['paths']): ReturnType<typeof openVault> {
  return openVault(source, { cache: { file: join(folder, 'links.json'), stamp: stampsBelow(root) } })
}

/** The bundle of a name, compiled. Throws BundleNotFound as well. */
export async function compileNamed(
  ground: Pick<BundleGround, 'paths'>,
  shelf: Shelf,
  name: string,
  options: CompileBundleOptions,
): Promise<CompiledBundle> {
  return await compileBundle(ground, shelf, findBundle(shelf, name).bundle, options)
}
