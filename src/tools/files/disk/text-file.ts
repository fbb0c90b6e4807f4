import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Digest } from '../../../core/content/digest.ts'
import { isMissing, ToolRefused } from '../../refusal.ts'
import { openFile, using } from './held.ts'
import type { Place } from './place.ts'

/** How a text stands in its file, beside its characters. */
export interface TextStyle {
  /** It begins with a byte order mark. */
  readonly mark: boolean
  /** Every line ends with CR LF; the text has LF alone. */
  readonly crlf: boolean
}

/** A text file as a model sees it. */
export interface TextFile {
  readonly text: string
  readonly style: TextStyle
  /** Of its bytes. */
  readonly digest: Digest
  /** The bytes are no UTF-8; what is wrong stands as U+FFFD. */
  readonly repaired: boolean
  /** Its permissions. */
  readonly mode: number
}

/** Larger files are not read. */
export const mostBytes = 10_000_000
/** As git tells: a NUL so near to the start makes a file binary. */
const nulWithin = 8000

/** Reads the text of a file. Throws ToolRefused: it is not there, no regular file, too large, or no text. */
export async function readTextFile(place: Place): Promise<TextFile> {
  return await using(await openFile(place), async (handle) => {
    const { path } = place
    const found = await handle.stat()
    if (found.isDirectory()) throw new ToolRefused(`${path === '' ? 'The path' : path} is a folder: use list_files.`)
    if (!found.isFile()) throw new ToolRefused(`${path} is no regular file, and was not read.`)
    const { bytes, isWhole } = await readUpTo(handle, found.size)
    if (!isWhole)
      throw new ToolRefused(`${path} is larger than 10 MB, and was not read. Take parts of it by a command.`)
    const nul = bytes.indexOf(0)
    if (nul !== -1 && nul < nulWithin)
      throw new ToolRefused(`${path} is binary (${bytes.length} bytes): it has no text.`)
    return { ...decoded(bytes), digest: digestOf(bytes), mode: found.mode & 0o7777 }
  })
}

/** The text of a file; null where nothing is there. Throws as `readTextFile`. */
export async function readIfThere(place: Place): Promise<TextFile | null> {
  try {
    return place.missing.length > 0 ? null : await readTextFile(place)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** A text as the bytes of a file of this style. */
export function encoded(text: string, { mark, crlf }: TextStyle): Buffer {
  return Buffer.from((mark ? '\ufeff' : '') + (crlf ? text.replaceAll(/\r?\n/g, '\r\n') : text))
}

/** The digest of a file's bytes. */
export function digestOf(bytes: Buffer): Digest {
  return createHash('sha256').update(bytes).digest('hex')
}

/** How many lines a text has; the end of the last one may be missing. */
export function countLines(text: string): number {
  return linesOf(text).length
}

/** A text's lines with their ends. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function decoded(bytes: Buffer): Pick<TextFile, 'text' | 'style' | 'repaired'> {
  const whole = bytes.toString('utf8')
  const mark = whole.startsWith('\ufeff')
  const raw = mark ? whole.slice(1) : whole
  const crlf = raw.includes('\r\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(raw)
  const text = crlf ? raw.replaceAll('\r\n', '\n') : raw
  return { text, style: { mark, crlf }, repaired: !isUtf8(bytes) }
}

type Handle = Parameters<Parameters<typeof using>[1]>[0]

/** All bytes, where they are not too many. A file may be longer than it says: those of /proc have no size. */
async function readUpTo(handle: Handle, size: number): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  if (size > mostBytes) return { bytes: Buffer.alloc(0), isWhole: false }
  const chunks: Buffer[] = []
  let length = 0
  while (length <= mostBytes) {
    const buffer = Buffer.allocUnsafe(Math.max(4096, size + 1 - length))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
    if (bytesRead === 0) break
    chunks.push(buffer.subarray(0, bytesRead))
    length += bytesRead
  }
  return { bytes: Buffer.concat(chunks, length), isWhole: length <= mostBytes }
}
