import type { FileSource, LinkSource, Reading, UnreadCause } from '../sources/source.ts'

/** Files in memory, for tests and examples. */
export interface ExampleFiles {
  readonly files: { readonly [path: string]: string }
  /** Files and folders that folders do not bring. */
  readonly ignored?: readonly string[]
  readonly unreadable?: { readonly [path: string]: UnreadCause }
}

/** A source over files in memory. */
export function exampleSource(example: ExampleFiles): FileSource {
  const paths = pathsOf(example)
  const all = new Set(paths)
  const folders = new Set(paths.flatMap(foldersOf)).add('')
  return {
    kindOf: async (path) => (all.has(path) ? 'file' : folders.has(path) ? 'folder' : undefined),
    list: async (asked) => {
      const named = new Set(asked)
      const isBrought = (path: string): boolean =>
        !isIgnored(example, path) && foldersOf(path).some((folder) => named.has(folder))
      return {
        paths: paths.filter((path) => named.has(path) || isBrought(path)),
        unlisted: asked.flatMap((path) =>
          all.has(path) || folders.has(path) ? [] : [{ path, cause: 'not-found' as const }],
        ),
      }
    },
    read: async (path) => readingOf(example, path),
  }
}

/** Links over files in memory, whose targets are paths from the root; what is ignored is not linked to. */
export function exampleLinks(example: ExampleFiles, targetsIn: (text: string) => readonly string[]): LinkSource {
  const paths = pathsOf(example).filter((path) => !isIgnored(example, path))
  const known = new Set(paths)
  const outlinks = (path: string, text: string): string[] =>
    [...new Set(targetsIn(text))].filter((target) => target !== path && known.has(target))
  return {
    outlinks: async (path, text) => outlinks(path, text),
    inlinks: async (path) => paths.filter((each) => outlinks(each, example.files[each] ?? '').includes(path)),
  }
}

function readingOf({ files, unreadable }: ExampleFiles, path: string): Reading {
  const cause = unreadable?.[path]
  if (cause !== undefined) return { kind: 'unread', cause }
  const text = files[path]
  if (text === undefined) return { kind: 'unread', cause: 'not-found' }
  return { kind: 'text', text, bytes: text.length }
}

/** All that is there, sorted. */
function pathsOf({ files, unreadable = {} }: ExampleFiles): string[] {
  return [...new Set([...Object.keys(files), ...Object.keys(unreadable)])].sort()
}

/** The folders that a file is in, the root among them. */
function foldersOf(path: string): string[] {
  return ['', ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))]
}

function isIgnored({ ignored = [] }: ExampleFiles, path: string): boolean {
  return [path, ...foldersOf(path)].some((each) => ignored.includes(each) || ignored.includes(`${each}/`))
}
