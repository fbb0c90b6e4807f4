import { familyOf } from './family.ts'
import { folderOf, joined, modulePath } from './module-path.ts'

/** Leads from a file and what it says that it needs to the listed files that it means. */
export type ImportResolver = (from: string, specifier: string) => readonly string[]

/** A name that more files have than these does not tell which one is meant. */
const mostAlike = 64

/**
 * A resolver among the paths of a listing, without any configuration. A relative specifier is looked for beside the file, also
 * with another extension (`./a.js` is `a.ts`) or as a folder (`a/index.ts`, `a/__init__.py`, `a/mod.rs`). Any other
 * is the file whose path ends with it (`@/util/log` is `src/util/log.ts`), or in Go the files of the folder that does.
 * Where several do, it is the one that shares most folders with the file. What is not listed gives nothing.
 */
export function importResolver(paths: readonly string[]): ImportResolver {
  const sorted = [...new Set(paths)].sort()
  const listed = new Set(sorted)
  const modules = groupBy(sorted, modulePath)
  const endings = groupBy(sorted, (path) => lastName(modulePath(path)))
  const goFolders = groupBy(
    sorted.filter((path) => path.endsWith('.go') && !path.endsWith('_test.go')),
    folderOf,
  )
  const goEndings = groupBy([...goFolders.keys()], lastName)
  return (from, specifier) => {
    if (from.endsWith('.go')) return goFiles(from, specifier)
    const found = specifier.startsWith('.') ? relative(from, specifier) : byEnding(from, specifier)
    return found === undefined || found === from ? [] : [found]
  }

  function relative(from: string, specifier: string): string | undefined {
    const beside = fileAt(joined(folderOf(from), specifier), from)
    // The modules of a Rust file stand in a folder of its name.
    return beside ?? (from.endsWith('.rs') ? fileAt(joined(modulePath(from), specifier), from) : undefined)
  }

  function fileAt(path: string | undefined, from: string): string | undefined {
    if (path === undefined || listed.has(path)) return path
    return nearest(modules.get(path) ?? modules.get(modulePath(path)) ?? [], from)
  }

  function byEnding(from: string, specifier: string): string | undefined {
    const alias = /^(?:crate|[@~#])\//.exec(specifier)?.[0] ?? ''
    const path = specifier.slice(alias.length).replace(/\/+$/, '')
    const isScript = familyOf(from) === 'script'
    if (path === '' || (isScript && alias === '' && !path.includes('/'))) return undefined
    return endingWith(path, from) ?? (isScript || !path.includes('/') ? undefined : endingWith(folderOf(path), from))
  }

  function endingWith(path: string, from: string): string | undefined {
    const module = modulePath(path)
    const alike = [module, path].flatMap((each) => {
      const named = endings.get(lastName(each)) ?? []
      return named.length > mostAlike ? [] : named.filter((file) => `/${modulePath(file)}`.endsWith(`/${each}`))
    })
    return nearest(alike, from)
  }

  function goFiles(from: string, specifier: string): readonly string[] {
    const folders = goEndings.get(lastName(specifier)) ?? []
    const meant = folders.filter((folder) => `/${specifier}`.endsWith(`/${folder}`))
    const longest = meant.reduce((best, folder) => (folder.length > best.length ? folder : best), '')
    return longest === '' || longest === folderOf(from) ? [] : (goFolders.get(longest) ?? [])
  }
}

/** Of files in the language of the one that asks, the one that shares most folders with it, then the first. */
function nearest(files: readonly string[], from: string): string | undefined {
  let best: string | undefined
  let most = -1
  for (const file of files) {
    if (file === from || familyOf(file) !== familyOf(from)) continue
    const shared = sharedFolders(file, from)
    if (shared > most) {
      best = file
      most = shared
    }
  }
  return best
}

function sharedFolders(a: string, b: string): number {
  const others = b.split('/')
  const parts = a.split('/')
  const apart = parts.findIndex((part, at) => part !== others[at])
  return apart === -1 ? parts.length : apart
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function groupBy(paths: readonly string[], keyOf: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const key = keyOf(path)
    const held = groups.get(key)
    if (held) held.push(path)
    else groups.set(key, [path])
  }
  return groups
}
