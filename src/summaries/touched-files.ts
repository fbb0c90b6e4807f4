import type { Json } from '../core/content/json.ts'
import type { FilePart, FileWay, Part } from '../core/content/part.ts'
import type { SummaryNode, TouchedFile } from './summariser.ts'

/** What a tool call does to a file, as far as its name and input tell; undefined where it does nothing to one file. */
export type FileAccessOf = (
  name: string,
  input: Json,
) => { readonly way: 'read' | 'write'; readonly path: string } | undefined

/**
 * The files of a range, the one touched last at the end: what people gave, and what tools read and wrote. A call counts
 * once, however much of the file its result shows; a read that failed does not count, a write that failed shows.
 */
export function touchedFiles(nodes: readonly SummaryNode[], accessOf: FileAccessOf): TouchedFile[] {
  const files = new Map<string, TouchedFile>()
  const calls = new Map<string, ReturnType<FileAccessOf>>()
  const touch = (path: string, last: TouchedFile['last']): void => {
    const key = path.replace(/^(?:\.\/)+/, '')
    const before = files.get(key) ?? { path: key, reads: 0, writes: 0, given: 0, last }
    files.delete(key)
    files.set(key, { ...before, ...counted(before, last), last })
  }
  for (const part of nodes.flatMap((node) => node.parts)) {
    if (part.kind === 'file') touch(part.path, part.way)
    if (part.kind === 'tool-call') calls.set(part.callId, accessOf(part.name, part.input))
    if (part.kind !== 'tool-result') continue
    const access = calls.get(part.callId)
    if (part.isError || part.filled) {
      if (access?.way === 'write') touch(access.path, 'failed-write')
    } else if (access) touch(access.path, access.way)
    else for (const file of part.content.filter(isFile)) touch(file.path, file.way)
  }
  return [...files.values()]
}

function isFile(part: Part): part is FilePart {
  return part.kind === 'file'
}

function counted(before: TouchedFile, way: FileWay | 'failed-write'): Partial<TouchedFile> {
  switch (way) {
    case 'read':
      return { reads: before.reads + 1 }
    case 'write':
      return { writes: before.writes + 1 }
    case 'mention':
    case 'attachment':
      return { given: before.given + 1 }
    case 'failed-write':
      return {}
    default:
      return way satisfies never
  }
}

/** What a summary says of a file: its path, what was done to it, and what last where that does not follow. */
export function fileLine({ path, reads, writes, given, last }: TouchedFile): string {
  const done = [
    given > 0 ? 'given by the person' : '',
    reads > 0 ? `read ${times(reads)}` : '',
    writes > 0 ? `written ${times(writes)}` : '',
    last === 'failed-write' ? 'the last write failed' : '',
    [given, reads, writes].filter((count) => count > 0).length > 1 ? lastWords[last] : '',
  ]
  return `${path}: ${done.filter((each) => each !== '').join(', ')}`
}

const lastWords: Readonly<Record<TouchedFile['last'], string>> = {
  read: 'last read',
  write: 'last written',
  mention: 'last given',
  attachment: 'last given',
  'failed-write': '',
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
