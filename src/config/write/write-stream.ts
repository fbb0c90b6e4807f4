import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, link, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { HeddleError } from '../../core/errors.ts'
import { FileProblem, systemCode } from '../errors.ts'
import { goneAtExit } from './gone-at-exit.ts'

/** A file stands where one was to be written. `code` is `file-exists`. */
export class FileExists extends HeddleError {
  readonly path: string
  constructor(path: string) {
    super('file-exists', `${path} is there already. Name another file, or add --force to replace it.`)
    this.path = path
  }
}

/** How a stream is written. */
export interface WriteStreamOptions {
  /** Replaces what stands there. Default false. */
  readonly overwrite?: boolean
  /** Gives up, and takes away what was begun. */
  readonly signal?: AbortSignal
  /** It holds no conversation: it may be read by whom other files may be, or as the one that it replaces. Default false. */
  readonly shared?: boolean
}

/** Text is gathered up to about this many characters before it goes to the disk. */
const bufferSize = 1 << 18

/**
 * Writes a whole file from pieces, or nothing: a new file beside it, for its owner alone (mode 0600), is filled, brought to the
 * disk (not what is `shared`: it can be made again) and put in its place. A device or a pipe is written into as it is. Holds one piece at a time. Returns the number of bytes. Throws
 * FileExists, FileProblem, and what the pieces throw.
 */
export async function writeStream(
  path: string,
  pieces: AsyncIterable<string>,
  { overwrite = false, signal, shared = false }: WriteStreamOptions = {},
): Promise<number> {
  const there = await statOf(path)
  if (there?.isDirectory() === true || /[\\/]$/.test(path)) throw new FileProblem(path, { code: 'EISDIR' })
  if (there && !there.isFile()) return await intoDevice(path, pieces, signal)
  if (!overwrite && there) throw new FileExists(path)
  const target = await realpath(path).catch(() => path)
  const beside = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  const file = await open(beside, 'wx', shared ? 0o666 : 0o600).catch((error: unknown) => {
    throw new FileProblem(path, error)
  })
  const finished = goneAtExit(beside)
  try {
    if (shared && there) await file.chmod(there.mode & 0o777)
    const size = await fill(file, pieces, path, { signal, toDisk: !shared }).finally(() => file.close())
    await put(beside, target, path, overwrite)
    return size
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw error
  } finally {
    finished()
  }
}

/** Writes pieces one after the other into what is no file. */
async function intoDevice(
  path: string,
  pieces: AsyncIterable<string>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const device = await open(path, 'w').catch((error: unknown) => {
    throw new FileProblem(path, error)
  })
  return await fill(device, pieces, path, { signal, toDisk: false }).finally(() => device.close())
}

async function fill(
  file: FileHandle,
  pieces: AsyncIterable<string>,
  path: string,
  { signal, toDisk }: { readonly signal: AbortSignal | undefined; readonly toDisk: boolean },
): Promise<number> {
  let size = 0
  let waiting = ''
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    const data = Buffer.from(waiting)
    waiting = ''
    size += data.length
    await writing
    writing = file.appendFile(data).catch((error: unknown) => {
      throw new FileProblem(path, error)
    })
    // What fails is thrown with the next piece, or at the end.
    writing.catch(() => undefined)
  }
  try {
    for await (const piece of pieces) {
      signal?.throwIfAborted()
      waiting += piece
      if (waiting.length >= bufferSize) await flush()
    }
    signal?.throwIfAborted()
    await flush()
    await writing
    if (toDisk) await file.sync()
  } finally {
    await writing.catch(() => undefined)
  }
  return size
}

/** Puts the filled file in its place. A link is made where nothing may be replaced: it fails if a file came up meanwhile. */
async function put(beside: string, target: string, path: string, overwrite: boolean): Promise<void> {
  try {
    if (overwrite) return await rename(beside, target)
    await link(beside, target)
    await rm(beside, { force: true })
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw new FileExists(path)
    const isLinkless = !overwrite && !(await statOf(path)) && systemCode(error) !== 'ENOSPC'
    if (!isLinkless) throw new FileProblem(path, error)
    await rename(beside, target)
  }
}

/** What stands at a path; undefined where nothing does. Throws FileProblem. */
export async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw new FileProblem(path, error)
  }
}
