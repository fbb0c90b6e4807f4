import { accessSync, constants, statSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { UsageError } from '../../exit-code.ts'

/** A root, and paths in it with forward slashes. */
export interface PackPlace {
  readonly root: string
  readonly paths: readonly string[]
}

/**
 * Where to pack: the working folder, or the one folder outside of it that is named. Throws UsageError where several roots would
 * be needed.
 */
export function packPlace(cwd: string, given: readonly string[]): PackPlace {
  const absolute = given.map((path) => resolve(cwd, path))
  if (absolute.length === 0) return { root: cwd, paths: [''] }
  const [only] = absolute
  if (absolute.length === 1 && only !== undefined && !isWithin(cwd, only)) {
    const isFolder = isReadableFolder(only)
    return isFolder ? { root: only, paths: [''] } : { root: dirname(only), paths: [inside(dirname(only), only)] }
  }
  const outside = absolute.find((path) => !isWithin(cwd, path))
  if (outside !== undefined)
    throw new UsageError(
      `${outside} is outside of this folder. Go to a folder that holds all paths, or name one alone.`,
    )
  return { root: cwd, paths: absolute.map((path) => inside(cwd, path)) }
}

/** What may not be looked at is no folder here; packing says what is wrong with it. */
function isReadableFolder(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** A path in a folder with forward slashes. */
function inside(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}
