import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { HeddleError } from '../core/errors.ts'
import { FileProblem, systemCode } from './errors.ts'

/** A file stands where one was to be written. `code` is `file-exists`. */
class FileExists extends HeddleError {
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
}

/** Text is gathered up to about this many characters before it goes to the disk. */
const bufferSize = 1 << 16

/**
 * Writes a whole file from pieces, or nothing: a new file beside it, for its owner alone (mode 0600), is filled, brought to the
 * disk and put in its place. Holds one piece at a time. Returns the number of bytes. Throws FileExists, FileProblem, and
 * what the pieces throw.
 */
export async function writeStream(
  path: string,
  pieces: AsyncIterable<string>,
  { overwrite = false, signal }: WriteStreamOptions = {},
): Promise<number> {
  if (!overwrite && (await isThere(path))) throw new FileExists(path)
  const target = await realpath(path).catch(() => path)
  const beside = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  const file = await open(beside, 'wx', 0o600).catch((error: unknown) => {
    throw new FileProblem(path, error)
  })
  try {
    const size = await fill(file, pieces, path, signal).finally(() => file.close())
    await put(beside, target, path, overwrite)
    return size
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw error
  }
}

async function fill(
  file: FileHandle,
  pieces: AsyncIterable<string>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  let size = 0
  let waiting = ''
  const flush = async (): Promise<void> => {
    const data = Buffer.from(waiting)
    waiting = ''
    size += data.length
    await file.appendFile(data).catch((error: unknown) => {
      throw new FileProblem(path, error)
    })
  }
  for await (const piece of pieces) {
    signal?.throwIfAborted()
    waiting += piece
    if (waiting.length >= bufferSize) await flush()
  }
  signal?.throwIfAborted()
  await flush()
  await file.sync()
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
    const isLinkless = !overwrite && !(await isThere(path)) && systemCode(error) !== 'ENOSPC'
    if (!isLinkless) throw new FileProblem(path, error)
    await rename(beside, target)
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw new FileProblem(path, error)
  }
}
