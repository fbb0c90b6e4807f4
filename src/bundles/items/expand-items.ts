import type { FileSource } from '../../sources/source.ts'
import type { Bundle } from '../bundle.ts'
import { compileGlob } from '../glob/compile-glob.ts'
import type { MissingItem } from '../snapshot.ts'
import { type ItemReading, readItem } from './item-reading.ts'

/** A file, or a part of one, that items bring. */
export interface FoundItem {
  readonly path: string
  readonly file: string
  readonly part?: { readonly kind: 'heading' | 'block'; readonly name: string }
  /** The excluded headings of the nested bundles that it comes through. */
  readonly hidden: readonly string[]
}

/** What items bring, each path once, and what they name in vain. */
export interface Expanded {
  readonly found: readonly FoundItem[]
  readonly missing: readonly MissingItem[]
  /** Whether a path is taken out by an item that is false. */
  readonly isOut: (path: string) => boolean
}

/** Where items are looked up. */
export interface Places {
  readonly source: FileSource
  readonly bundles?: ((name: string) => Bundle | undefined | Promise<Bundle | undefined>) | undefined
}

type Items = Bundle['items']

interface Brought {
  readonly found: readonly FoundItem[]
  readonly missing: readonly MissingItem[]
}

interface Search extends Places {
  /** Bundles by name, as far as they are read; `open` while their own items are. */
  readonly nested: Map<string, Brought | 'open'>
}

const nothing: Brought = { found: [], missing: [] }

/**
 * The files of a bundle's items, in the order of the items, those of a folder or a glob by path. An item that is false takes out
 * what others bring: a file, everything in a folder, what a glob matches; a file or part that is itself an item that is true
 * stays. Nested bundles bring their items, less what they set to false themselves; a path counts once.
 */
export function expandItems(items: Items, places: Places): Promise<Expanded> {
  return expand(items, { ...places, nested: new Map() })
}

async function expand(items: Items, search: Search): Promise<Expanded> {
  const isOut = await exclusionOf(items, search.source)
  const found = new Map<string, FoundItem>()
  const missing: MissingItem[] = []
  for (const [key, isIn] of Object.entries(items)) {
    if (!isIn) continue
    const reading = await readItem(key, search.source)
    const brought = await bring(reading, search)
    const isNamed = reading.kind === 'file' || reading.kind === 'heading' || reading.kind === 'block'
    for (const item of brought.found) {
      if ((isNamed || !isOut(item.file)) && !found.has(item.path)) found.set(item.path, item)
    }
    missing.push(...brought.missing.filter(({ path }) => isNamed || !isOut(path)))
  }
  return { found: withoutParts([...found.values()]), missing: eachOnce(missing), isOut }
}

/** Parts of files that are there as a whole count as these. */
function withoutParts(found: readonly FoundItem[]): FoundItem[] {
  const whole = new Set(found.flatMap(({ file, part }) => (part ? [] : [file])))
  return found.filter(({ file, part }) => !part || !whole.has(file))
}

function eachOnce(missing: readonly MissingItem[]): MissingItem[] {
  return [...new Map(missing.map((item) => [`${item.path}\n${item.cause}`, item])).values()]
}

async function exclusionOf(items: Items, source: FileSource): Promise<(path: string) => boolean> {
  const paths = new Set<string>()
  const folders: string[] = []
  const matchers: ((path: string) => boolean)[] = []
  for (const [key, isIn] of Object.entries(items)) {
    const reading = isIn ? undefined : await readItem(key, source)
    if (reading?.kind === 'glob') matchers.push(compileGlob(reading.pattern))
    else if (reading?.kind === 'folder') folders.push(reading.path === '' ? '' : `${reading.path}/`)
    else if (reading?.kind === 'file' || reading?.kind === 'missing') paths.add(reading.path)
  }
  return (path) =>
    paths.has(path) || folders.some((folder) => path.startsWith(folder)) || matchers.some((matches) => matches(path))
}

async function bring(reading: ItemReading, search: Search): Promise<Brought> {
  switch (reading.kind) {
    case 'bundle':
      return bringBundle(reading.name, search)
    case 'file':
      return { found: [{ path: reading.path, file: reading.path, hidden: [] }], missing: [] }
    case 'heading':
    case 'block': {
      const { kind, name, path, file } = reading
      return { found: [{ path, file, part: { kind, name }, hidden: [] }], missing: [] }
    }
    case 'folder':
      return bringFiles(reading.path, () => true, search)
    case 'glob': {
      const brought = await bringFiles(reading.folder, compileGlob(reading.pattern), search)
      const isEmpty = brought.found.length === 0 && brought.missing.length === 0
      return isEmpty ? { found: [], missing: [{ path: reading.pattern, cause: 'no-match' }] } : brought
    }
    case 'missing':
      return reading.cause === 'not-found'
        ? bringUnknown(reading.path, search)
        : { found: [], missing: [{ path: reading.path, cause: reading.cause }] }
    default:
      return reading satisfies never
  }
}

async function bringFiles(folder: string, matches: (path: string) => boolean, { source }: Search): Promise<Brought> {
  const { paths, unlisted } = await source.list([folder])
  return {
    found: paths.filter(matches).map((path) => ({ path, file: path, hidden: [] })),
    // A folder that may not be read could hold what a glob is for; one that is not there holds nothing.
    missing: unlisted.filter(
      ({ path, cause }) => matches(path) || cause === 'unreadable' || (path === folder && cause !== 'not-found'),
    ),
  }
}

/** A path where nothing may be seen: the source says why. */
async function bringUnknown(path: string, { source }: Search): Promise<Brought> {
  const { paths, unlisted } = await source.list([path])
  const found = paths.map((each) => ({ path: each, file: each, hidden: [] }))
  const missing = unlisted.length + found.length === 0 ? [{ path, cause: 'not-found' } as const] : unlisted
  return { found, missing }
}

async function bringBundle(name: string, search: Search): Promise<Brought> {
  const path = `bundle:${name}`
  const known = search.nested.get(name)
  if (known === 'open') return { found: [], missing: [{ path, cause: 'cycle' }] }
  if (known) return known
  const bundle = await search.bundles?.(name)
  if (!bundle) return { ...nothing, missing: [{ path, cause: 'no-such-bundle' }] }
  search.nested.set(name, 'open')
  const hides = bundle.opts.excluded_headings ?? []
  const { found, missing } = await expand(bundle.items, search)
  const brought = { found: found.map((item) => ({ ...item, hidden: [...item.hidden, ...hides] })), missing }
  search.nested.set(name, brought)
  return brought
}
