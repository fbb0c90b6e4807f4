import type { FileSource } from '../source.ts'
import type { Link } from './link.ts'
import { type CachedFile, readLinkCache, writeLinkCache } from './link-cache.ts'
import { canLink, linksIn } from './links-in.ts'
import { type Resolution, type Resolve, resolver, type UnresolvedCause } from './resolver.ts'
import type { Stamp } from './stamp.ts'

/** Where parsed links are kept between openings, and how to tell without reading that a file is as it was. */
export interface VaultCache {
  readonly file: string
  readonly stamp: Stamp
}

/** A link of a vault's file, and where it leads. */
export interface VaultLink {
  readonly from: string
  readonly target: string
  readonly resolution: Resolution
}

/** All links of a vault. */
export interface VaultLinks {
  /** Sorted by file, in order of appearance, each target of a file once. */
  readonly links: () => VaultLink[]
  /** The files that link to a path, sorted, without itself. */
  readonly inlinks: (path: string) => readonly string[]
  /** Resolves by name and by alias. */
  readonly resolve: Resolve
}

type FileLinks = Omit<CachedFile, 'leads' | 'stamp'> & { readonly stamp: string | undefined }

const causes: readonly UnresolvedCause[] = ['no-such-note', 'no-such-file', 'outside']

/**
 * Reads the files that can have links, but for those that are in the cache as they are, and resolves all links, unless nothing has
 * changed. `paths` are sorted. A file without a text has no links.
 */
export async function readVaultLinks(
  source: FileSource,
  paths: readonly string[],
  cache: VaultCache | undefined,
): Promise<VaultLinks> {
  const before = cache && (await readLinkCache(cache.file))
  const files = new Map<string, FileLinks>()
  let isChanged = before?.paths.length !== paths.length || before.paths.some((path, at) => path !== paths[at])
  for (const path of paths.filter(canLink)) {
    const stamp = cache?.stamp(path)
    const known = before?.files.get(path)
    if (known && known.stamp === stamp) files.set(path, known)
    else {
      isChanged = true
      files.set(path, await fileLinks(source, path, stamp))
    }
  }
  let made: Resolve | undefined
  const resolve: Resolve = (link, from) => {
    made ??= resolver(paths, new Map([...files].map(([path, { aliases }]) => [path, aliases])))
    return made(link, from)
  }
  const leads = isChanged ? resolved(files, paths, resolve) : leadsOf(before?.files ?? new Map())
  if (cache && isChanged) await writeLinkCache(cache.file, { paths, files: stamped(files, leads) })
  return { links: () => vaultLinks(files, leads, paths), inlinks: inlinksOf(leads, paths), resolve }
}

async function fileLinks(source: FileSource, path: string, stamp: string | undefined): Promise<FileLinks> {
  const reading = await source.read(path)
  if (reading.kind === 'text') {
    const { links, aliases } = linksIn(path, reading.text)
    return { stamp, links: links.map(packed), aliases }
  }
  return { stamp: reading.cause === 'changed-while-read' ? undefined : stamp, links: [], aliases: [] }
}

type Leads = ReadonlyMap<string, readonly number[]>

function resolved(files: ReadonlyMap<string, FileLinks>, paths: readonly string[], resolve: Resolve): Leads {
  const places = new Map(paths.map((path, at) => [path, at]))
  const leadOf = (link: string, from: string): number => {
    const resolution = resolve(unpacked(link), from)
    return resolution.kind === 'found' ? (places.get(resolution.path) ?? -1) : -1 - causes.indexOf(resolution.cause)
  }
  return new Map([...files].map(([from, { links }]) => [from, links.map((link) => leadOf(link, from))]))
}

function leadsOf(files: ReadonlyMap<string, CachedFile>): Leads {
  return new Map([...files].map(([path, { leads }]) => [path, leads]))
}

/** Those that can be known again. */
function stamped(files: ReadonlyMap<string, FileLinks>, leads: Leads): Map<string, CachedFile> {
  const kept = new Map<string, CachedFile>()
  for (const [path, { stamp, links, aliases }] of files)
    if (stamp !== undefined) kept.set(path, { stamp, links, aliases, leads: leads.get(path) ?? [] })
  return kept
}

function vaultLinks(files: ReadonlyMap<string, FileLinks>, leads: Leads, paths: readonly string[]): VaultLink[] {
  const resolutionOf = (lead: number): Resolution => {
    const path = paths[lead]
    return path === undefined
      ? { kind: 'unresolved', cause: causes[-1 - lead] ?? 'no-such-note' }
      : { kind: 'found', path }
  }
  return [...files].flatMap(([from, { links }]) =>
    links.map((link, at) => ({
      from,
      target: unpacked(link).target,
      resolution: resolutionOf(leads.get(from)?.[at] ?? -1),
    })),
  )
}

/** By place in the list of paths, which is quicker than by path. */
function inlinksOf(leads: Leads, paths: readonly string[]): (path: string) => readonly string[] {
  const byPlace: (string[] | undefined)[] = paths.map(() => undefined)
  for (const [from, all] of leads)
    for (const lead of all) {
      if (lead < 0 || paths[lead] === from) continue
      const known = byPlace[lead]
      if (!known) byPlace[lead] = [from]
      else if (known.at(-1) !== from) known.push(from)
    }
  const places = new Map(paths.map((path, place) => [path, place]))
  return (path) => byPlace[places.get(path) ?? -1] ?? []
}

function packed({ target, form }: Link): string {
  return form === 'wiki' ? `w${target}` : `m${target}`
}

function unpacked(link: string): Pick<Link, 'target' | 'form'> {
  return { target: link.slice(1), form: link.startsWith('w') ? 'wiki' : 'markdown' }
}
