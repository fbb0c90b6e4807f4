import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24

interface Frame {
  readonly page: number
  /** The size of the database in pages where this frame ends a transaction, else 0. */
  readonly commit: number
  readonly at: number
}

/**
 * Writes what stands in a write-ahead log into a copy of its database, as a checkpoint would: every whole transaction, by
 * the format that SQLite documents ("The Write-Ahead Log"). Returns whether there was any.
 */
export function applyWal(database: string, wal: string): boolean {
  const log = readLog(wal)
  if (log === undefined) return false
  const { bytes, pageBytes, frames } = log
  const end = frames.findLastIndex(({ commit }) => commit > 0)
  if (end < 0) return false
  const file = openSync(database, 'r+')
  try {
    for (const { page, at } of frames.slice(0, end + 1))
      writeSync(file, bytes, at + frameHeaderBytes, pageBytes, (page - 1) * pageBytes)
    ftruncateSync(file, (frames[end]?.commit ?? 0) * pageBytes)
  } finally {
    closeSync(file)
  }
  return true
}

/** The frames of a log, up to the first that is not whole. */
function readLog(wal: string): { bytes: Buffer; pageBytes: number; frames: Frame[] } | undefined {
  const bytes = readFileSync(wal)
  if (bytes.length < headerBytes) return undefined
  const magic = bytes.readUInt32BE(0)
  const pageBytes = bytes.readUInt32BE(8)
  if (magic >>> 1 !== 0x377f0682 >>> 1 || pageBytes < 512 || pageBytes > 65_536) return undefined
  const read = (magic & 1) === 1 ? (at: number) => bytes.readUInt32BE(at) : (at: number) => bytes.readUInt32LE(at)
  let sum: Sum = checksum(read, [0, 0], 0, 24)
  const isAt = (at: number): boolean => bytes.readUInt32BE(at) === sum[0] && bytes.readUInt32BE(at + 4) === sum[1]
  if (!isAt(24)) return undefined
  const frames: Frame[] = []
  for (let at = headerBytes; at + frameHeaderBytes + pageBytes <= bytes.length; at += frameHeaderBytes + pageBytes) {
    if (bytes.compare(bytes, 16, 24, at + 8, at + 16) !== 0) break
    sum = checksum(read, sum, at, at + 8)
    sum = checksum(read, sum, at + frameHeaderBytes, at + frameHeaderBytes + pageBytes)
    if (!isAt(at + 16)) break
    frames.push({ page: bytes.readUInt32BE(at), commit: bytes.readUInt32BE(at + 4), at })
  }
  return { bytes, pageBytes, frames }
}

type Sum = readonly [number, number]

/** The log's running checksum over pairs of 32-bit words. */
function checksum(read: (at: number) => number, start: Sum, from: number, to: number): Sum {
  let [a, b] = start
  for (let at = from; at < to; at += 8) {
    a = (a + read(at) + b) >>> 0
    b = (b + read(at + 4) + a) >>> 0
  }
  return [a, b]
}
