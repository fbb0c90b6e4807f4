import type { Part } from '../content/part.ts'
import { type PathSpace, pathKey } from '../repeats/path-key.ts'
import { shownIn } from '../repeats/shown.ts'
import { fileChanges } from './file-change.ts'

/** One place where a session read, wrote or changed a file. Places as in `Place`. */
export interface FileUse {
  readonly node: string
  readonly part: number
  readonly within?: number
  readonly kind: 'read' | 'write' | 'edit'
  /** The first and the last line that is shown; absent where the whole file is. */
  readonly lines?: readonly [from: number, to: number]
  /** How many uses of any file the session had before. */
  readonly at: number
}

/** A file as the session knows it: what its newest state can be put together from, oldest first. */
export interface BookedFile {
  readonly key: string
  readonly path: string
  /** The session changed it itself. */
  readonly changed: boolean
  readonly uses: readonly FileUse[]
}

/**
 * What is known of a session's files up to a node: the files used last, newest first. It is kept with each plan and goes on
 * from there, so that a call reads only what is new.
 */
export interface FileBook {
  /** The last node that it has seen. */
  readonly upTo: string
  readonly count: number
  readonly files: readonly BookedFile[]
  /** Calls without a result so far, and the uses they made. */
  readonly open: readonly { readonly callId: string; readonly at: readonly number[] }[]
}

/** So many files are kept in mind, … */
const mostFiles = 48
/** … so many uses of each, and so many open calls. */
const mostUses = 160
const mostOpen = 64

/** A node as the book reads it. */
export interface BookNode {
  readonly id: string
  readonly parts: readonly Part[]
}

/** The book with more nodes, in the order of their path. Without a book, from the beginning. */
export function bookOn(book: FileBook | undefined, nodes: readonly BookNode[], space: PathSpace = {}): FileBook {
  const files = new Map((book?.files ?? []).toReversed().map((file) => [file.key, file]))
  let count = book?.count ?? 0
  let open = [...(book?.open ?? [])]
  const add = (path: string, use: Omit<FileUse, 'at'>): number => {
    const key = pathKey(path, space)
    const before = files.get(key)
    files.delete(key)
    files.set(key, withUse(before ?? { key, path, changed: false, uses: [] }, { ...use, at: count }))
    return count++
  }
  for (const { id, parts } of nodes) {
    for (const { callId, at } of failedOf(parts, open)) {
      for (const [key, file] of files) {
        const uses = file.uses.filter((use) => !at.includes(use.at))
        if (uses.length === 0) files.delete(key)
        else files.set(key, { ...file, uses })
      }
      open = open.filter((each) => each.callId !== callId)
    }
    for (const each of shownIn({ id, parts }, space))
      if (each.kind === 'file')
        add(each.path, {
          node: id,
          part: each.part,
          ...(each.within === undefined ? {} : { within: each.within }),
          kind: each.way === 'write' ? 'write' : 'read',
          ...(each.range ? { lines: [each.range.from, each.range.to] } : {}),
        })
    parts.forEach((part, index) => {
      if (part.kind !== 'tool-call') return
      const changes = fileChanges(part.name, part.input)
      const at = changes.map(({ path, kind }) => add(path, { node: id, part: index, kind }))
      if (at.length > 0) open = [...open, { callId: part.callId, at }].slice(-mostOpen)
    })
    for (const key of [...files.keys()].slice(0, Math.max(0, files.size - mostFiles))) files.delete(key)
  }
  return { upTo: nodes.at(-1)?.id ?? book?.upTo ?? '', count, files: [...files.values()].toReversed(), open }
}

/** What was used before the whole file was shown or written again tells nothing new. */
function withUse(file: BookedFile, use: FileUse): BookedFile {
  const isWhole = use.kind !== 'edit' && use.lines === undefined
  const uses = isWhole ? [use] : [...file.uses, use].slice(-mostUses)
  return { ...file, changed: file.changed || use.kind !== 'read', uses }
}

/** The open calls that these parts say have failed. */
function failedOf(parts: readonly Part[], open: FileBook['open']): FileBook['open'] {
  const failed = new Set(parts.flatMap((part) => (part.kind === 'tool-result' && part.isError ? [part.callId] : [])))
  return failed.size === 0 ? [] : open.filter(({ callId }) => failed.has(callId))
}
