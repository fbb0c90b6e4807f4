import type { FileSource, LinkSource } from '../source.ts'
import { linksIn } from './links-in.ts'
import { type Resolve, resolver } from './resolver.ts'
import { readVaultLinks, type VaultCache, type VaultLink, type VaultLinks } from './vault-links.ts'

/** The links between the files of a source, as they were when it was opened. */
export interface Vault extends LinkSource {
  /** Every link, sorted by file, in order of appearance, each target of a file once. */
  links(): Promise<readonly VaultLink[]>
  /** Those of them that lead nowhere. */
  unresolved(): Promise<readonly VaultLink[]>
}

/**
 * Opens the files of a source as a vault: notes (`.md`), canvases and bases, which have links, and all others, which may be
 * linked to. Files are listed at once, and read when links to a file are asked for, or when a wikilink fits no name and may be an alias.
 * With a cache only those are read then that have changed since. Open it again to see what has changed.
 */
export async function openVault(source: FileSource, { cache }: { readonly cache?: VaultCache } = {}): Promise<Vault> {
  const { paths } = await source.list([''])
  let byName: Resolve | undefined
  let reading: Promise<VaultLinks> | undefined
  const read = (): Promise<VaultLinks> => {
    reading ??= readVaultLinks(source, paths, cache)
    return reading
  }
  return {
    async outlinks(path, text) {
      const found = new Set<string>()
      for (const link of linksIn(path, text).links) {
        byName ??= resolver(paths)
        const named = byName(link, path)
        const mayBeAlias = named.kind === 'unresolved' && named.cause !== 'outside' && link.form === 'wiki'
        const resolution = mayBeAlias ? (await read()).resolve(link, path) : named
        if (resolution.kind === 'found' && resolution.path !== path) found.add(resolution.path)
      }
      return [...found]
    },
    async inlinks(path) {
      return (await read()).inlinks(path)
    },
    async links() {
      return (await read()).links()
    },
    async unresolved() {
      return (await read()).links().filter(({ resolution }) => resolution.kind === 'unresolved')
    },
  }
}
