import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { SQLOutputValue } from 'node:sqlite'
import { pageBytesOf, readHeader } from '../file-header.ts'

/** A row as it stands in a table's leaf page, whatever table that is: its key, and its values in the order of the columns. */
export interface LeafRow {
  readonly key: number
  readonly values: readonly SQLOutputValue[]
}

const leafOfTable = 0x0d
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Every row of the tables with integer keys that stands in a file's leaf pages, by the format that SQLite documents ("Database
 * File Format"), without the pages above them: those are what may be damaged. Cells that cannot be read are passed over.
 */
export function* leafRows(path: string): Generator<LeafRow> {
  const pageBytes = pageBytesOf(readHeader(path))
  const file = openSync(path, 'r')
  try {
    const pages = Math.floor(fstatSync(file).size / pageBytes)
    const read = (number: number): Buffer | undefined => {
      if (number < 1 || number > pages) return undefined
      const page = Buffer.alloc(pageBytes)
      readSync(file, page, 0, pageBytes, (number - 1) * pageBytes)
      return page
    }
    for (let number = 2; number <= pages; number++) {
      const page = read(number)
      if (page?.[0] === leafOfTable) yield* rowsOf(page, read)
    }
  } finally {
    closeSync(file)
  }
}

type Read = (page: number) => Buffer | undefined

function* rowsOf(page: Buffer, read: Read): Generator<LeafRow> {
  const cells = page.readUInt16BE(3)
  for (let cell = 0; cell < cells && 8 + cell * 2 + 2 <= page.length; cell++) {
    const row = attempt(() => rowAt(page, page.readUInt16BE(8 + cell * 2), read))
    if (row !== undefined) yield row
  }
}

function rowAt(page: Buffer, at: number, read: Read): LeafRow | undefined {
  const [length, afterLength] = varint(page, at)
  const [key, start] = varint(page, afterLength)
  const payload = payloadAt(page, start, length, read)
  return payload === undefined ? undefined : { key, values: valuesOf(payload) }
}

/** A payload with what of it overflowed to pages of its own; how much stays is the format's rule for leaves of tables. */
function payloadAt(page: Buffer, start: number, length: number, read: Read): Buffer | undefined {
  const usable = page.length
  const most = usable - 35
  if (length <= most) return start + length <= usable ? page.subarray(start, start + length) : undefined
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const wanted = least + ((length - least) % (usable - 4))
  const local = wanted <= most ? wanted : least
  const pieces = [page.subarray(start, start + local)]
  let next = page.readUInt32BE(start + local)
  for (let left = length - local; left > 0; left -= usable - 4) {
    const overflow = read(next)
    if (overflow === undefined) return undefined
    pieces.push(overflow.subarray(4, 4 + Math.min(left, usable - 4)))
    next = overflow.readUInt32BE(0)
  }
  return Buffer.concat(pieces)
}

function valuesOf(payload: Buffer): SQLOutputValue[] {
  const [headerLength, first] = varint(payload, 0)
  const values: SQLOutputValue[] = []
  let at = headerLength
  for (let inHeader = first; inHeader < headerLength; ) {
    const [type, after] = varint(payload, inHeader)
    inHeader = after
    const length = lengthOf(type)
    if (at + length > payload.length) throw new RangeError('a value reaches past its row')
    values.push(decoded(type, payload.subarray(at, at + length)))
    at += length
  }
  return values
}

/** How many bytes a value of a serial type takes. */
function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2)
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type] ?? 0
}

function decoded(type: number, bytes: Buffer): SQLOutputValue {
  if (type === 0) return null
  if (type === 7) return bytes.readDoubleBE(0)
  if (type === 8 || type === 9) return type - 8
  if (type >= 12) return type % 2 === 0 ? new Uint8Array(bytes) : utf8.decode(bytes)
  return bytes.length === 8 ? Number(bytes.readBigInt64BE(0)) : bytes.readIntBE(0, bytes.length)
}

/** A number of one to nine bytes, and where it ends. */
function varint(bytes: Buffer, at: number): readonly [value: number, end: number] {
  let value = 0
  for (let i = 0; i < 8; i++) {
    const byte = bytes.readUInt8(at + i)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + i + 1]
  }
  return [value * 256 + bytes.readUInt8(at + 8), at + 9]
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
