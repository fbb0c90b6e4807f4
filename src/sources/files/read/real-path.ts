import { realpathSync } from 'node:fs'
import { isAbsolute, join, posix, sep } from 'node:path'

/** Where paths of a root really are, all links followed; undefined where that is outside of the root. */
export interface RealPaths {
  /** The path, with the links of its folders followed, but not itself. Folders are looked up once. */
  place(path: string): string | undefined
  /** The path with all links followed. */
  target(path: string): string | undefined
}

/**
 * Paths of a root, compared with it by component after links are followed. The functions throw the file system's
 * errors. A folder that is exchanged for a link after it was looked up is not noticed, so this is for one pass over the
 * files.
 */
export function realPaths(root: string): RealPaths {
  const base = realpathSync.native(root)
  const under = base.endsWith(sep) ? base : base + sep
  const inside = (real: string): boolean => real === base || real.startsWith(under)
  const folders = new Map<string, string | undefined>([['', base]])
  const target = (path: string): string | undefined => {
    if (leadsOut(path)) return undefined
    const real = realpathSync.native(join(base, path))
    return inside(real) ? real : undefined
  }
  const realFolder = (folder: string): string | undefined => {
    if (!folders.has(folder)) folders.set(folder, target(folder))
    return folders.get(folder)
  }
  return {
    target,
    place(path) {
      if (leadsOut(path)) return undefined
      const slash = path.lastIndexOf('/')
      const name = path.slice(slash + 1)
      if (name === '' || name === '.' || name === '..') return target(path)
      const folder = realFolder(slash === -1 ? '' : path.slice(0, slash))
      return folder === undefined ? undefined : folder === base ? under + name : folder + sep + name
    },
  }
}

/** Whether a relative path with forward slashes leads out of its root as it is written. */
function leadsOut(path: string): boolean {
  if (isAbsolute(path)) return true
  if (!path.includes('..')) return false
  const written = posix.normalize(path)
  return written === '..' || written.startsWith('../')
}
