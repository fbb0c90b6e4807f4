import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { parseRules, type Rule } from './parse-rules.ts'

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** The largest ignore file that is read, in bytes: what one in the wild needs many times over, and little enough to hold compiled. */
const maxBytes = 1024 * 1024

/**
 * The rules of an ignore file; none where it is not there, cannot be read, is larger than 1 MiB or no regular file. A link is followed only if
 * `followLink` says so: git does that for files outside of the work tree.
 */
export function readRules(
  path: string,
  { ignoreCase, followLink = false }: { readonly ignoreCase: boolean; readonly followLink?: boolean },
): readonly Rule[] {
  let file: number | undefined
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK | (followLink ? 0 : O_NOFOLLOW))
    const kind = fstatSync(file)
    if (!kind.isFile() || kind.size > maxBytes) return []
    return parseRules(readFileSync(file, 'latin1'), ignoreCase)
  } catch {
    return []
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
