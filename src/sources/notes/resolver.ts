import { type FileTable, fileTable } from './file-table.ts'
import type { Link } from './link.ts'

/** Why a link leads nowhere. `no-such-file` names another extension than `.md`; `outside` leads out of the vault. */
export type UnresolvedCause = 'no-such-note' | 'no-such-file' | 'outside'

/** Where a link leads. */
export type Resolution =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'unresolved'; readonly cause: UnresolvedCause }

/** The aliases of notes, by path. */
export type Aliases = ReadonlyMap<string, readonly string[]>

/**
 * What a link in the file `from` leads to. Names are compared without case and in Unicode's normal form C; the extension `.md` may be
 * left out, others may not.
 *
 * 1. `/a/b` is a path from the root. A path with `./` or `../` starts at the folder of `from`. Nothing else is tried.
 * 2. A markdown link is a path from the folder of `from`, if a file is there: so it is read everywhere outside of Obsidian.
 * 3. A path from the root; else of the files whose paths end in the link's those below the folder of `from`, then the shortest path, then
 *    the first by code units. So does Obsidian 1.13, but that its order of equally long paths varies.
 * 4. A wikilink may be the alias of a note, of several the one with the shortest path. Obsidian suggests aliases, and resolves none.
 */
export type Resolve = (link: Pick<Link, 'target' | 'form'>, from: string) => Resolution

/** Resolves among all files of a vault, which come in any order. */
export function resolver(paths: readonly string[], aliases: Aliases = new Map()): Resolve {
  const files = fileTable(paths.map((path) => [path, path]))
  const names = fileTable([...aliases].flatMap(([path, all]) => all.map((alias) => [path, alias])))
  return ({ target, form }, from) => {
    const folder = from.slice(0, Math.max(from.lastIndexOf('/'), 0))
    const path = exactPath(target, folder)
    if (path === undefined) return { kind: 'unresolved', cause: 'outside' }
    const found =
      path === target
        ? (search(files, target, form, folder) ?? (form === 'wiki' ? names.at(target) : undefined))
        : first(path, files.at)
    if (found !== undefined) return { kind: 'found', path: found }
    return {
      kind: 'unresolved',
      cause: hasExtension(target) && !/\.md$/i.test(target) ? 'no-such-file' : 'no-such-note',
    }
  }
}

function search(files: FileTable, target: string, form: Link['form'], folder: string): string | undefined {
  const beside = form === 'markdown' && folder !== '' ? first(`${folder}/${target}`, files.at) : undefined
  return beside ?? first(target, (path) => files.endingIn(path, folder))
}

/** The first that is found of the ways to write a path in full: what has an extension may still be the name of a note. */
function first(path: string, find: (path: string) => string | undefined): string | undefined {
  return hasExtension(path) ? (find(path) ?? find(`${path}.md`)) : (find(`${path}.md`) ?? find(path))
}

function hasExtension(path: string): boolean {
  return /[^/]\.[a-z\d]{1,10}$/i.test(path)
}

/**
 * The path from the root that a target with a leading slash or with dots says; other targets as they are. Undefined where it leads out.
 */
function exactPath(target: string, folder: string): string | undefined {
  const isFromRoot = target.startsWith('/')
  if (!isFromRoot && !/(?:^|\/)\.\.?(?:\/|$)/.test(target)) return target
  const path = isFromRoot || folder === '' ? [] : folder.split('/')
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') path.push(segment)
    else if (path.pop() === undefined) return undefined
  }
  return path.join('/')
}
