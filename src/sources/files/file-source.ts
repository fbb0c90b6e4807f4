import { join } from 'node:path'
import type { FileSource, Listing } from '../source.ts'
import { workTreeTop } from './listing/repository.ts'
import { type Found, walk } from './listing/walk.ts'
import { openWorkTree, type WorkTree } from './listing/work-tree.ts'
import { lookAt, places, type Root } from './place.ts'
import { fileReader } from './read/read-file.ts'

export interface FileSourceOptions {
  /** Whether ignore files hold. Default true. `.git` is left out in any case. */
  readonly followIgnores?: boolean
  /** Stops listing: `list` is rejected with its reason. */
  readonly signal?: AbortSignal
}

/**
 * The files of a folder. Listed is what `git ls-files -co --exclude-standard` gives and is there, without what `.ignore` and
 * `.heddleignore` leave out (at every level; the latter has more say, and both can only take away); outside of repositories the same
 * rules hold. Repositories in a repository are not entered unless they are named. A link to a file in the root is listed under its own
 * path; one to a folder is `not-a-file`, and not entered unless it is named. What is in a `.git` is `outside`. Paths may be
 * given as a person writes them: absolute, or with `..`. A root that is missing, or is no folder, is the cause for all its paths.
 * Where folders really are is looked up anew with each `list`.
 */
export function fileSource(root: string, { followIgnores = true, signal }: FileSourceOptions = {}): FileSource {
  const look = () => ({ find: places(root), read: fileReader(root) })
  let looked: ReturnType<typeof look> | undefined
  return {
    async kindOf(written) {
      looked ??= look()
      const place = looked.find(written)
      const kind = place.kind === 'inside' ? lookAt(place.root, place.path) : undefined
      return kind === 'not-a-file' ? 'other' : kind === 'file' || kind === 'folder' ? kind : undefined
    },
    async list(written) {
      looked = look()
      const found: Found = { paths: new Set(), unlisted: new Map() }
      const treeOf = followIgnores ? workTrees(signal) : undefined
      for (const one of written) {
        signal?.throwIfAborted()
        const place = looked.find(one)
        if (place.kind === 'unread') {
          found.unlisted.set(one, place.cause)
          continue
        }
        const { root, path } = place
        const kind = lookAt(root, path)
        if (kind === 'file') found.paths.add(path)
        else if (kind !== 'folder') found.unlisted.set(path, kind)
        else await walk(root, path, { tree: await treeOf?.(root, path), signal, found })
      }
      return sorted(found)
    },
    async read(written) {
      looked ??= look()
      const place = looked.find(written)
      return place.kind === 'unread' ? place : looked.read(place.path)
    },
  }
}

/** The work trees of one listing, each opened once. */
function workTrees(signal: AbortSignal | undefined): (root: Root, path: string) => Promise<WorkTree> {
  const opened = new Map<string, Promise<WorkTree>>()
  return (root, path) => {
    const top = workTreeTop(join(root.real, path)) ?? root.real
    const tree = opened.get(top) ?? openWorkTree(root.real, top, signal)
    opened.set(top, tree)
    return tree
  }
}

function sorted({ paths, unlisted }: Found): Listing {
  return {
    paths: [...paths].sort(),
    unlisted: [...unlisted].map(([path, cause]) => ({ path, cause })).sort((a, b) => (a.path < b.path ? -1 : 1)),
  }
}
