import { constants } from 'node:buffer'
import type { Reading, UnreadCause } from '../../source.ts'
import { causeOf } from './cause.ts'
import { decode } from './decode.ts'
import { type BytesReader, bytesReader, refusesLinks } from './read-bytes.ts'
import { type RealPaths, realPaths } from './real-path.ts'

export interface ReadOptions {
  /** Larger files are `too-large`, and not read. Default 50 MiB. */
  readonly maxBytes?: number
}

/**
 * Reads text files of one root, for one pass over them: where folders really are is looked up once. Paths are those of
 * a `FileSource`. Nothing outside of the root is opened: a link is followed if it ends inside. Never waits, never
 * throws for what is on the disk. A file that changes while it is read is read once more. How text is told from binary:
 * see `decode`.
 */
export function fileReader(root: string, { maxBytes = 50 * 1024 * 1024 }: ReadOptions = {}): (path: string) => Reading {
  const bytesAt = bytesReader(Math.min(maxBytes, constants.MAX_STRING_LENGTH))
  let paths: RealPaths | undefined
  return (path) => {
    try {
      paths ??= realPaths(root)
      const place = refusesLinks ? paths.place(path) : paths.target(path)
      return place === undefined ? unread('outside') : readPlace(place, path, paths, bytesAt)
    } catch (error) {
      return unread(causeOf(error))
    }
  }
}

/** Reads one file of a root, as `fileReader` does. */
export function readFileAt(root: string, path: string, options: ReadOptions = {}): Reading {
  return fileReader(root, options)(path)
}

function readPlace(place: string, path: string, paths: RealPaths, bytesAt: BytesReader): Reading {
  try {
    return readTwice(place, bytesAt)
  } catch (error) {
    if (!isLink(error)) throw error
    const target = paths.target(path)
    return target === undefined ? unread('outside') : readTwice(target, bytesAt)
  }
}

function readTwice(place: string, bytesAt: BytesReader): Reading {
  const first = bytesAt(place)
  const read = first.kind === 'changed' ? bytesAt(place) : first
  switch (read.kind) {
    case 'bytes': {
      const { bytes, size } = read
      const decoded = decode(bytes)
      if (decoded.kind === 'binary') return unread('binary', size)
      const { text, repaired } = decoded
      return repaired === 0 ? { kind: 'text', text, bytes: size } : { kind: 'text', text, bytes: size, repaired }
    }
    case 'changed':
      return unread('changed-while-read', read.size)
    case 'too-large':
      return unread('too-large', read.size)
    case 'not-a-file':
      return unread('not-a-file')
    default:
      return read satisfies never
  }
}

function isLink(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'EMLINK')
}

function unread(cause: UnreadCause, bytes?: number): Reading {
  return bytes === undefined ? { kind: 'unread', cause } : { kind: 'unread', cause, bytes }
}
