import { statSync } from 'node:fs'
import { join } from 'node:path'

/** What changes when a file does, without reading it; undefined where that cannot be told. */
export type Stamp = (path: string) => string | undefined

/** A file system may count time in steps of up to 2 seconds. */
const coarsest = 2000

/**
 * Stamps of files below a folder: size, times of change, and number. A file that changed only just now has none,
 * because it could change once more without another stamp.
 */
export function stampsBelow(root: string, now: () => number = Date.now): Stamp {
  return (path) => {
    try {
      const { size, mtimeMs, ctimeMs, ino } = statSync(join(root, path))
      return Math.max(ctimeMs, mtimeMs) > now() - coarsest ? undefined : `${size} ${mtimeMs} ${ctimeMs} ${ino}`
    } catch {
      return undefined
    }
  }
}
