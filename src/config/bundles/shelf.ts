import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { Bundle } from '../../bundles/bundle.ts'
import { lookAt, places } from '../../sources/files/place.ts'
import type { Store } from '../../stores/store.ts'
import { FileProblem } from '../errors.ts'
import { nearest } from '../settings/nearest.ts'
import type { Environment } from '../user-files.ts'
import type { WorkspacePaths } from '../workspace.ts'
import { readBundleFile } from './bundle-file.ts'
import { BundleNotFound, DamagedBundle } from './errors.ts'

/** What bundles of a workspace stand on. */
export interface BundleGround {
  readonly paths: WorkspacePaths
  readonly store: Pick<Store, 'bundles'>
  readonly env: Environment
}

/** A bundle, and the file that it stands in, relative to the root; without one it is in the store. */
export interface ShelvedBundle {
  readonly bundle: Bundle
  readonly file?: string
}

/** The bundles of a workspace by name, and the files that are not what they should be. */
export interface Shelf {
  readonly bundles: readonly ShelvedBundle[]
  readonly damaged: readonly DamagedBundle[]
}

/** The folder in a workspace whose files are bundles, for version control. */
const bundleFolder = 'bundles'

/**
 * All bundles: those in the store, and those in `bundles/*.json`, `.yaml` and `.yml`, each named after its file if it does not say
 * otherwise. Names and keys are one bundle's own: what a file takes from the store, or from a file before it, is hidden, and
 * told of among what is damaged. Throws FileProblem.
 */
export async function readShelf({ paths, store }: BundleGround): Promise<Shelf> {
  const damaged: DamagedBundle[] = []
  const shelved: ShelvedBundle[] = []
  const rival = ({ name, key }: Bundle): ShelvedBundle | undefined =>
    shelved.find(({ bundle }) => bundle.name === name || bundle.key === key)
  for (const file of await bundleFiles(paths.root, damaged)) {
    const bundle = attempt(() => readBundleFile(paths.root, file), damaged)
    const other = bundle === undefined ? undefined : rival(bundle)
    if (bundle !== undefined && other !== undefined)
      damaged.push(new DamagedBundle(file, taken(bundle, other), bundle.name))
    else if (bundle !== undefined) shelved.push({ bundle, file })
  }
  for (const bundle of await store.bundles()) {
    const other = rival(bundle)
    if (other?.file !== undefined) damaged.push(new DamagedBundle(other.file, hides(bundle), bundle.name))
    else shelved.push({ bundle })
  }
  return { bundles: shelved.sort((a, b) => (a.bundle.name < b.bundle.name ? -1 : 1)), damaged }
}

/** The bundle of a name. Throws BundleNotFound with the nearest name, and DamagedBundle where its file is the one. */
export function findBundle({ bundles, damaged }: Shelf, name: string): ShelvedBundle {
  const found = bundles.find(({ bundle }) => bundle.name === name)
  if (found) return found
  const broken = damagedOf(damaged, name)
  if (broken) throw broken
  throw new BundleNotFound(
    name,
    nearest(
      name,
      bundles.map(({ bundle }) => bundle.name),
    ),
  )
}

/** The damaged file that would hold the bundle of a name. */
export function damagedOf(damaged: Shelf['damaged'], name: string): DamagedBundle | undefined {
  return damaged.find(({ path, bundleName }) => (bundleName ?? parse(path).name) === name)
}

async function bundleFiles(root: string, damaged: DamagedBundle[]): Promise<readonly string[]> {
  const place = places(root)(bundleFolder)
  const kind = place.kind === 'inside' ? lookAt(place.root, place.path) : place.cause
  if (kind === 'outside')
    damaged.push(new DamagedBundle(bundleFolder, 'It leads out of the workspace, and is not read.'))
  if (kind !== 'folder' && kind !== 'unreadable') return []
  const folder = join(root, bundleFolder)
  const names = await readdir(folder).catch((error: unknown) => {
    throw new FileProblem(folder, error)
  })
  const isBundle = (name: string): boolean => /[.](json|ya?ml)$/.test(name)
  return names
    .filter(isBundle)
    .map((name) => `${bundleFolder}/${name}`)
    .sort()
}

function attempt<T>(read: () => T, damaged: DamagedBundle[]): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DamagedBundle)) throw error
    damaged.push(error)
    return undefined
  }
}

function taken({ name }: Bundle, { bundle, file = 'the store' }: ShelvedBundle): string {
  return bundle.name === name
    ? `It is not used: ${file} has the name ${JSON.stringify(name)} too. Give one another "name".`
    : `It is not used: ${file} has its key too. Give it another "key", or none.`
}

function hides({ name }: Bundle): string {
  return `It hides the bundle ${JSON.stringify(name)} of the store, which has the same name or key. Give it others.`
}
