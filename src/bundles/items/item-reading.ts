import type { FileSource } from '../../sources/source.ts'
import { hasGlobSyntax } from '../glob/compile-glob.ts'
import { itemPath } from './item-path.ts'

/** What an item's key means, now that it is known what is there. */
export type ItemReading =
  | { readonly kind: 'bundle'; readonly name: string }
  | { readonly kind: 'file' | 'folder'; readonly path: string }
  | { readonly kind: 'glob'; readonly pattern: string; readonly folder: string }
  | { readonly kind: 'heading' | 'block'; readonly file: string; readonly name: string; readonly path: string }
  | { readonly kind: 'missing'; readonly path: string; readonly cause: 'outside' | 'not-found' | 'not-a-file' }

const bundlePrefix = 'bundle:'

/**
 * Reads a key. What is really called so wins, so that `[id].ts` and `C#` are files where they are there; then `note#Heading`,
 * `note#^block` and `note^block` of a file that is there; then a glob. `bundle:NAME` is always a bundle: a file of that name is
 * `./bundle:NAME`.
 */
export async function readItem(key: string, source: FileSource): Promise<ItemReading> {
  if (key.startsWith(bundlePrefix)) return { kind: 'bundle', name: key.slice(bundlePrefix.length) }
  const path = itemPath(key)
  const kind = path === undefined ? undefined : await source.kindOf(path)
  if (path !== undefined && kind !== undefined)
    return kind === 'other' ? { kind: 'missing', path, cause: 'not-a-file' } : { kind, path }
  const part = await readPart(key, source)
  if (part) return part
  if (path === undefined) return { kind: 'missing', path: key, cause: 'outside' }
  if (hasGlobSyntax(path)) return { kind: 'glob', pattern: path, folder: fixedFolder(path) }
  return { kind: 'missing', path, cause: 'not-found' }
}

/** A part of the file with the longest name that is there. */
async function readPart(key: string, source: FileSource): Promise<ItemReading | undefined> {
  for (const { index } of [...key.matchAll(/[#^]/g)].reverse()) {
    const file = itemPath(key.slice(0, index))
    if (!file || (await source.kindOf(file)) !== 'file') continue
    const name = key.slice(index + 1)
    const isBlock = key[index] === '^' || name.startsWith('^')
    const path = file + key.slice(index)
    return isBlock
      ? { kind: 'block', file, name: name.replace(/^\^/, ''), path }
      : { kind: 'heading', file, name, path }
  }
  return undefined
}

/** The folder that everything a pattern matches is in: its components up to the first that is a pattern. */
function fixedFolder(pattern: string): string {
  const names = pattern.split('/')
  const first = names.findIndex(hasGlobSyntax)
  // A brace may hold slashes, so that what is behind the first pattern says nothing; the last name is never a folder.
  return names.slice(0, first < 0 ? -1 : first).join('/')
}
