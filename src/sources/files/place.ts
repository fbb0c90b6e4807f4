import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { UnreadCause } from '../source.ts'
import { causeOf } from './read/cause.ts'
import { type RealPaths, realPaths } from './read/real-path.ts'

/** A folder that files are found in, as it was when it was looked up. */
export interface Root {
  /** Absolute, as it was given. */
  readonly given: string
  /** Absolute, with links followed. */
  readonly real: string
  readonly paths: RealPaths
}

/** Where a path that a person wrote is: a path of the source. */
export type Place =
  | { readonly kind: 'inside'; readonly root: Root; readonly path: string }
  | { readonly kind: 'unread'; readonly cause: UnreadCause }

/** Looks a root up, and returns what finds paths in it, absolute or not. What leads out of it, or into a `.git`, is `outside`. */
export function places(given: string): (written: string) => Place {
  const root = openRoot(given)
  if (typeof root === 'string') return () => ({ kind: 'unread', cause: root })
  return (written) => {
    const path = sourcePath(root, written)
    return path === undefined ? { kind: 'unread', cause: 'outside' } : { kind: 'inside', root, path }
  }
}

function openRoot(given: string): Root | UnreadCause {
  try {
    const real = realpathSync.native(given)
    return statSync(real).isDirectory() ? { given: resolve(given), real, paths: realPaths(real) } : 'not-a-file'
  } catch (error) {
    return causeOf(error)
  }
}

/** Found in paths that are not yet as the source has them: an empty name, `.`, `..` or `.git`; elsewhere there are drives, too. */
const unfit = sep === '/' ? /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i : /^/

function sourcePath({ given, real }: Root, written: string): string | undefined {
  if (!unfit.test(written)) return written
  for (const base of given === real ? [real] : [given, real]) {
    const path = relative(base, resolve(base, written))
    const names = path === '' ? [] : path.split(sep)
    if (isAbsolute(path) || names[0] === '..') continue
    return names.some(isGit) ? undefined : names.join('/')
  }
  return undefined
}

/** What stands at a path, links followed; else why it may not be read. A link that ends in a `.git` leads out. */
export function lookAt({ real, paths }: Root, path: string): 'file' | 'folder' | UnreadCause {
  try {
    const place = paths.place(path)
    const kind = place === undefined ? undefined : lstatSync(place)
    const target = kind?.isSymbolicLink() ? paths.target(path) : place
    if (kind === undefined || target === undefined) return 'outside'
    if (target.slice(real.length).split(sep).some(isGit)) return 'outside'
    return kindOf(kind.isSymbolicLink() ? statSync(target) : kind)
  } catch (error) {
    return causeOf(error)
  }
}

function kindOf(stats: Stats): 'file' | 'folder' | 'not-a-file' {
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'not-a-file'
}

/** Whether a name is that of git's own folder, on whatever file system. */
export function isGit(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === '.git'
}
