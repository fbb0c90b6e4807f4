import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, writeSync } from 'node:fs'
import { HeddleError } from '../core/errors.ts'
import type { Listener } from './event.ts'
import { eventRecord, type RecordOptions } from './event-record.ts'

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
const lineFeed = 0x0a

/** A listener that writes to a file until it is closed. Closing it twice does nothing. */
export type TraceFile = Listener & { close(): void }

/** A file that no trace can be appended to. `code` is `trace-file-refused`. */
class TraceFileRefused extends HeddleError {
  readonly path: string
  constructor(path: string, why: string, options?: ErrorOptions) {
    super('trace-file-refused', `The trace cannot be written to ${path}: ${why}`, options)
    this.path = path
  }
}

/**
 * Appends every event but the deltas to a file, one line of JSON each, in their order, as `eventRecord` makes it. A line is written
 * when its event happens and needs no closing: a process that is killed leaves a half line at most, and whoever appends next begins
 * on a fresh line. A file that was not there is made for its owner alone (mode 0600). Throws TraceFileRefused where the path is a
 * link or no regular file, or cannot be opened; the listener throws where the disk does not take a line.
 */
export function traceFile(path: string, { content = false }: RecordOptions = {}): TraceFile {
  const file = openTrace(path)
  let state: 'fresh' | 'mid-line' | 'closed' = endsMidLine(file) ? 'mid-line' : 'fresh'
  const listen: Listener = (event) => {
    if (state === 'closed') return
    const record = eventRecord(event, { content })
    if (record === null) return
    const line = Buffer.from(`${state === 'mid-line' ? '\n' : ''}${JSON.stringify(record)}\n`)
    state = 'mid-line'
    for (let written = 0; written < line.length; ) written += writeSync(file, line, written)
    state = 'fresh'
  }
  const close = (): void => {
    if (state === 'closed') return
    state = 'closed'
    closeSync(file)
  }
  return Object.assign(listen, { close })
}

function openTrace(path: string): number {
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there?.isSymbolicLink()) throw new TraceFileRefused(path, 'it is a link. Name the file it leads to.')
  if (there && !there.isFile()) throw new TraceFileRefused(path, 'it is no regular file. Name another.')
  const file = opened(path)
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  throw new TraceFileRefused(path, 'it is no regular file. Name another.')
}

function opened(path: string): number {
  try {
    return openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    const why = code === 'ENOENT' ? 'its folder is not there. Make it first.' : `it cannot be opened (${code}).`
    throw new TraceFileRefused(path, why, { cause })
  }
}

function endsMidLine(file: number): boolean {
  const { size } = fstatSync(file)
  const last = Buffer.alloc(1)
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== lineFeed
}
