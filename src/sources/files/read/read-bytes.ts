import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Not there on Windows, where a link is followed on opening. */
const noFollow: number | undefined = constants.O_NOFOLLOW
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (noFollow ?? 0)

/** Whether `readBytes` refuses to open a link, with ELOOP (EMLINK on some systems). */
export const refusesLinks: boolean = noFollow !== undefined

/**
 * The bytes read stand in a buffer that the next read may overwrite. `size` is the file's, undefined where it is
 * unknown.
 */
export type Bytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly size: number }
  | { readonly kind: 'not-a-file' }
  | { readonly kind: 'too-large'; readonly size: number | undefined }
  | { readonly kind: 'changed'; readonly size: number }

export type BytesReader = (place: string) => Bytes

const kept = 1024 * 1024

/**
 * Reads regular files whole, one at a time, without waiting for the other end of a pipe. A file that says its size is 0
 * is read to its end: those of /proc do. `changed` is a file of which less came than its size, or that has another size
 * or time after than before. Throws the file system's errors.
 */
export function bytesReader(maxBytes: number): BytesReader {
  let buffer = Buffer.allocUnsafeSlow(64 * 1024)
  const roomFor = (size: number): Buffer => {
    if (size <= buffer.length) return buffer
    const larger = Buffer.allocUnsafeSlow(size)
    if (size <= kept) buffer = larger
    return larger
  }
  return (place) => {
    const file = openSync(place, flags)
    try {
      const before = fstatSync(file)
      if (!before.isFile()) return { kind: 'not-a-file' }
      const { size, mtimeMs } = before
      if (size > maxBytes) return { kind: 'too-large', size }
      const bytes = size === 0 ? readToEnd(file, buffer, maxBytes) : fill(file, roomFor(size), size)
      const after = fstatSync(file)
      if (after.size !== size || after.mtimeMs !== mtimeMs || bytes.length < size) return { kind: 'changed', size }
      if (bytes.length > maxBytes) return { kind: 'too-large', size: undefined }
      return { kind: 'bytes', bytes, size: bytes.length }
    } finally {
      closeSync(file)
    }
  }
}

/** Up to so many bytes; less at the end of the file. */
function fill(file: number, buffer: Buffer, size: number): Buffer {
  let length = 0
  while (length < size) {
    const more = readSync(file, buffer, length, size - length, null)
    if (more === 0) break
    length += more
  }
  return buffer.subarray(0, length)
}

/** All that comes; or more than `maxBytes`, where there is more. */
function readToEnd(file: number, buffer: Buffer, maxBytes: number): Buffer {
  const chunks: Buffer[] = []
  for (let length = 0; length <= maxBytes; ) {
    const chunk = fill(file, buffer, Math.min(buffer.length, maxBytes + 1 - length))
    if (chunk.length === 0) break
    chunks.push(Buffer.from(chunk))
    length += chunk.length
  }
  return Buffer.concat(chunks)
}
