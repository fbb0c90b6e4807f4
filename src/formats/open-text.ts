import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { FileError } from './errors.ts'
import type { Line, TextSource } from './format.ts'
import { sampleOf } from './sample.ts'

const chunkSize = 1 << 16
const sampleSize = 1 << 16
/** A NUL byte in the first bytes makes a file binary; further on it is damage to a line. */
const probeSize = 1 << 13
/** Longer lines are cut, so that a format finds them damaged. */
const maxLine = 256 * 2 ** 20
const lineEnd = 0x0a

/** How to open a file. */
export interface OpenOptions {
  /** Told how many bytes `lines` or `chunks` has read so far, for a progress bar. */
  readonly onRead?: (bytes: number) => void
}

/**
 * A file on disk as text. It is looked through once to the end, in bounded memory: throws a `FileError` where it is
 * missing, a folder, unreadable, empty, binary, or not UTF-8. A byte order mark is skipped, and lines end with or
 * without `\r`.
 */
export async function openText(path: string, { onRead }: OpenOptions = {}): Promise<TextSource> {
  const { start, size, head } = await inspect(path)
  const text = head.toString('utf8', start)
  return {
    name: path,
    sample: sampleOf(size > head.length ? text.replace(/\uFFFD{1,3}$/, '') : text, size <= head.length),
    size,
    chunks: () => chunksOf(path, start, onRead),
    lines: () => linesOf(chunksOf(path, start, onRead)),
  }
}

/** The first look: whether it is text, where it starts, how long it is. */
async function inspect(path: string): Promise<{ start: number; size: number; head: Buffer }> {
  let size = 0
  let head: Buffer = Buffer.alloc(0)
  let line = 1
  let open: Buffer = Buffer.alloc(0)
  for await (const chunk of chunksOf(path, 0)) {
    if (size === 0) checkBinary(path, chunk.subarray(0, probeSize))
    if (head.length < sampleSize) head = Buffer.concat([head, chunk.subarray(0, sampleSize - head.length)])
    const bytes = Buffer.concat([open, chunk])
    const whole = wholeCharacters(bytes)
    if (!isUtf8(bytes.subarray(0, whole))) throw notUtf8(path, line + badLine(bytes.subarray(0, whole)))
    line += count(chunk)
    open = Buffer.from(bytes.subarray(whole))
    size += chunk.length
  }
  if (open.length > 0) throw notUtf8(path, line)
  const start = head.length >= 3 && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
  if (head.length === sampleSize || head.toString('utf8', start).trim() !== '') return { start, size, head }
  throw new FileError('file-empty', path, `${path} is empty. Give a file that holds a conversation.`)
}

function checkBinary(path: string, head: Buffer): void {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    throw new FileError('file-not-utf8', path, `${path} is UTF-16 text. Convert it to UTF-8 and try again.`)
  }
  if (!head.includes(0)) return
  throw new FileError('file-binary', path, `${path} is a binary file (it has NUL bytes). Give a text file.`)
}

/** The chunks of a file from an offset on. One buffer is used again for each; copy what is kept. */
async function* chunksOf(path: string, start: number, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = await orFileError(path, open(path))
  try {
    const buffer = Buffer.allocUnsafe(chunkSize)
    for (let at = start; ; ) {
      const { bytesRead } = await orFileError(path, file.read(buffer, 0, chunkSize, at))
      if (bytesRead === 0) return
      at += bytesRead
      onRead?.(at)
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let number = 1
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      held.push(chunk.subarray(from, end))
      const text = lineText(held)
      if (text.trim() !== '') yield { number, text }
      number++
      held = []
      length = 0
      from = end + 1
    }
    if (length < maxLine && from < chunk.length) {
      held.push(Buffer.from(chunk.subarray(from)))
      length += chunk.length - from
    }
  }
  const text = lineText(held)
  if (text.trim() !== '') yield { number, text }
}

function lineText(pieces: readonly Buffer[]): string {
  const text = pieces.length === 1 ? (pieces[0]?.toString('utf8') ?? '') : Buffer.concat(pieces).toString('utf8')
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

async function orFileError<T>(path: string, step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    throw fileError(path, error)
  }
}

function fileError(path: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  switch (code) {
    case undefined:
      return cause
    case 'ENOENT':
    case 'ENOTDIR':
      return new FileError('file-missing', path, `There is no file ${path}. Check the path.`, { cause })
    case 'EISDIR':
      return new FileError('file-is-folder', path, `${path} is a folder. Give a file in it.`, { cause })
    default:
      return new FileError(
        'file-unreadable',
        path,
        `${path} cannot be read (${code}). Check that you may read it, and that the disk is there.`,
        { cause },
      )
  }
}

function notUtf8(path: string, line: number): FileError {
  return new FileError(
    'file-not-utf8',
    path,
    `${path} is not UTF-8 text (line ${line}). Convert it to UTF-8 and try again.`,
  )
}

/** The length without a character that is cut at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** How many lines stand before the first one that is not UTF-8. */
function badLine(bytes: Buffer): number {
  let line = 0
  let from = 0
  for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, from)) {
    if (!isUtf8(bytes.subarray(from, end))) return line
    line++
    from = end + 1
  }
  return line
}

function count(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, at + 1)) lines++
  return lines
}
