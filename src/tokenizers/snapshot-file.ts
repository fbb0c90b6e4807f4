import { randomUUID } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writevSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { CoreMemory } from './core-module.ts'

/**
 * A snapshot file is a header and the memory. The header, numbers little-endian with 32 bits: eight bytes of magic, the
 * tokenizer's pointer, the length of the memory, and the CRC-32 of the header before it and the memory.
 */
const magic = Buffer.from('heddle\0\x01', 'latin1')
const pointerAt = 8
const lengthAt = 12
const checksumAt = 16
const headerLength = 20

const pageLength = 65_536

/**
 * Fills the memory from the file, and gives the tokenizer's pointer. Throws where the file is missing, damaged or no
 * snapshot; the memory is of no use then.
 */
export function readSnapshot(path: string, memory: CoreMemory): number {
  const { size } = regularFile(path)
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(headerLength)
    readSync(file, header, 0, headerLength, 0)
    const length = header.readUInt32LE(lengthAt)
    if (!header.subarray(0, pointerAt).equals(magic) || size !== headerLength + length) throw new Error('no snapshot')
    memory.grow((length - memory.buffer.byteLength) / pageLength)
    const bytes = new Uint8Array(memory.buffer)
    const read = readSync(file, bytes, 0, length, headerLength)
    if (bytes.length !== length || read !== length || checksum(header, bytes) !== header.readUInt32LE(checksumAt)) {
      throw new Error('a damaged snapshot')
    }
    return header.readUInt32LE(pointerAt)
  } finally {
    closeSync(file)
  }
}

/**
 * Writes the file beside its place and renames it there; only its owner may read it. A folder that is missing is made,
 * for its owner alone. Other files of the folder whose names begin with `replaces` are removed. Throws where the file
 * cannot be written, and leaves no half of it.
 */
export function writeSnapshot(path: string, pointer: number, memory: CoreMemory, replaces: string): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const bytes = new Uint8Array(memory.buffer)
  const header = Buffer.alloc(headerLength)
  magic.copy(header)
  header.writeUInt32LE(pointer, pointerAt)
  header.writeUInt32LE(bytes.length, lengthAt)
  header.writeUInt32LE(checksum(header, bytes), checksumAt)
  const beside = `${path}.${randomUUID()}`
  try {
    const file = openSync(beside, 'wx', 0o600)
    try {
      if (writevSync(file, [header, bytes]) !== headerLength + bytes.length) throw new Error('no room')
    } finally {
      closeSync(file)
    }
    renameSync(beside, path)
  } finally {
    rmSync(beside, { force: true })
  }
  const others = readdirSync(folder).filter((name) => name.startsWith(replaces) && name !== basename(path))
  for (const name of others) rmSync(join(folder, name), { force: true })
}

function regularFile(path: string): { readonly size: number } {
  const found = statSync(path)
  if (!found.isFile()) throw new Error('no file')
  return found
}

function checksum(header: Buffer, memory: Uint8Array): number {
  return crc32(memory, crc32(header.subarray(0, checksumAt)))
}
