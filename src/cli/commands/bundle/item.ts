import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { UsageError } from '../../exit-code.ts'

const bundlePrefix = 'bundle:'

/**
 * An item as a bundle has it, from the workspace's root, of one that was typed in some folder. What names a part of a note stays as
 * it was typed. Throws UsageError for an address, and for what is outside.
 */
export function itemOf(root: string, cwd: string, typed: string): string {
  if (typed.startsWith(bundlePrefix)) return typed
  if (typed === '') throw new UsageError('An item is a path, a glob, note.md#Heading, note.md^block or bundle:NAME.')
  if (/^[a-z][a-z0-9+.-]+:[/][/]/i.test(typed))
    throw new UsageError(`${typed} is an address. A bundle holds files of its workspace.`)
  const end = pathEnd(cwd, typed)
  const path = typed.slice(0, end)
  const way = relative(root, isAbsolute(path) ? path : join(cwd, path))
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new UsageError(
      `${typed}, as it is typed in ${cwd}, is outside of the workspace in ${root}. A bundle holds what is in its workspace.`,
    )
  const item = (way === '' ? '.' : way.split(sep).join('/')) + typed.slice(end)
  return item.startsWith(bundlePrefix) ? `./${item}` : item
}

/** Where the path ends and a part of it begins: behind the longest name that is there; else before the first `#` or `^`. */
function pathEnd(cwd: string, typed: string): number {
  const ends = [...typed.matchAll(/[#^]/g)].map(({ index }) => index)
  const longestFirst = [typed.length, ...ends.toReversed()]
  const there = longestFirst.find((end) => end > 0 && existsSync(resolve(cwd, typed.slice(0, end))))
  return there ?? ends.find((end) => end > 0) ?? typed.length
}
