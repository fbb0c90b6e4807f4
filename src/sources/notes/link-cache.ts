import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** What is kept of one file. */
export interface CachedFile {
  readonly stamp: string
  /** Their targets in order, each behind a letter for its form. */
  readonly links: readonly string[]
  readonly aliases: readonly string[]
  /** Where each link leads: a place in the list of paths, or less than 0 for one that leads nowhere. */
  readonly leads: readonly number[]
}

/** What is kept of a vault. */
export interface LinkCache {
  /** All files that links can lead to. */
  readonly paths: readonly string[]
  /** The files with links, by path. */
  readonly files: ReadonlyMap<string, CachedFile>
}

/** Another number wherever the same text may have other links, or they may lead elsewhere. */
const version = 1
const empty: LinkCache = { paths: [], files: new Map() }

type Entry = readonly [path: string, stamp: string, links: string[], aliases: string[], leads: number[]]
interface Stored {
  readonly version: typeof version
  readonly paths: readonly string[]
  readonly files: readonly Entry[]
}

/** Reads a cache. One that is not there, not whole, or of another version is empty. */
export async function readLinkCache(file: string): Promise<LinkCache> {
  try {
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (!isStored(stored)) return empty
    const files = stored.files.map(([path, stamp, links, aliases, leads]): readonly [string, CachedFile] => [
      path,
      { stamp, links, aliases, leads },
    ])
    return { paths: stored.paths, files: new Map(files) }
  } catch {
    return empty
  }
}

/** Writes a cache beside its place and puts it there, for its owner alone (mode 0600). Where that fails nothing is kept. */
export async function writeLinkCache(file: string, { paths, files }: LinkCache): Promise<void> {
  const entries = [...files].map(([path, { stamp, links, aliases, leads }]) => [path, stamp, links, aliases, leads])
  const beside = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeFile(beside, JSON.stringify({ version, paths, files: entries }), { mode: 0o600, flag: 'wx' })
    await rename(beside, file)
  } catch {
    await rm(beside, { force: true }).catch(() => undefined)
  }
}

function isStored(value: unknown): value is Stored {
  if (value === null || typeof value !== 'object' || !('version' in value && 'paths' in value && 'files' in value))
    return false
  const { paths, files } = value
  if (value.version !== version || !isTexts(paths) || !Array.isArray(files)) return false
  return files.every((file) => isEntry(file, paths.length))
}

function isEntry(value: unknown, paths: number): boolean {
  if (!Array.isArray(value) || value.length !== 5) return false
  const [path, stamp, links, aliases, leads] = value
  return (
    typeof path === 'string' &&
    typeof stamp === 'string' &&
    isTexts(links) &&
    isTexts(aliases) &&
    Array.isArray(leads) &&
    leads.length === links.length &&
    leads.every((lead) => Number.isInteger(lead) && lead < paths)
  )
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
