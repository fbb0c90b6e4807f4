import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The nearest folder, this one or one above it, that is the top of a git work tree, by its absolute path. */
export function workTreeTop(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (gitFolder(at) !== undefined) return at
    if (dirname(at) === at) return undefined
  }
}

/** Where git keeps the repository whose work tree begins at a folder: its `.git`, or where a `.git` file points. */
export function gitFolder(folder: string): string | undefined {
  const path = join(folder, '.git')
  const kind = statsOf(path)
  if (kind?.isDirectory()) return holdsRepository(path) ? path : undefined
  if (!kind?.isFile() || kind.size > 65_536) return undefined
  const to = /^gitdir: ([^\0]*?)[\r\n]*$/.exec(textOf(path) ?? '')?.[1]
  if (to === undefined) return undefined
  const target = resolve(folder, to)
  return holdsRepository(target) ? target : undefined
}

/** The folder of a repository's own excludes; a linked work tree has them in common with the others. */
export function commonFolder(gitFolder: string): string {
  const common = textOf(join(gitFolder, 'commondir'))?.replace(/[\r\n]+$/, '')
  return common === undefined ? gitFolder : resolve(gitFolder, common)
}

function holdsRepository(path: string): boolean {
  const head = textOf(join(path, 'HEAD'))
  if (head === undefined || !/^(ref: *refs\/|[0-9a-f]{40})/.test(head)) return false
  const common = commonFolder(path)
  return ['objects', 'refs'].every((name) => statsOf(join(common, name))?.isDirectory())
}

/** What is at a path, if it can be seen. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

function textOf(path: string): string | undefined {
  try {
    return statsOf(path)?.isFile() ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
