import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { applicationId } from '../database/migrate.ts'
import { counted, type Finding } from './finding.ts'

/** The bytes of a database's header, as the SQLite file format has it. */
export const headerBytes = 100
const magic = 'SQLite format 3\u0000'

/** What can be told from a store's files alone, without opening them as a database. */
export interface StoreFiles {
  readonly bytes: number
  /** What stands in the write-ahead log beside it. */
  readonly walBytes: number
  readonly findings: readonly Finding[]
}

/** Looks at a store's files. A header is only read where there is no log, which could hold a newer one. */
export function lookAtFiles(path: string): StoreFiles {
  const { size: bytes } = statSync(path)
  const walBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (bytes === 0)
    return {
      bytes,
      walBytes,
      findings: [
        finding('empty-file', walBytes > 0 ? 'The file is empty, but its log is not.' : 'The file is empty.', path),
      ],
    }
  return { bytes, walBytes, findings: walBytes > 0 ? [] : headerFindings(path, bytes) }
}

/** What is wrong with the header, and with the length that it promises. */
export function headerFindings(path: string, bytes: number): Finding[] {
  const header = readHeader(path)
  const wrong = wrongFields(header)
  if (wrong.length > 0)
    return [finding('header', `The header of the file is damaged: ${wrong.join(', ')}.`, path, wrong.length)]
  const pageBytes = pageBytesOf(header)
  const missing = header.readUInt32BE(28) * pageBytes - bytes
  if (missing <= 0 || header.readUInt32BE(24) !== header.readUInt32BE(92)) return []
  const pages = Math.ceil(missing / pageBytes)
  return [
    finding(
      'truncated',
      `The end of the file is missing: ${counted(pages, 'page')} of ${header.readUInt32BE(28)}.`,
      path,
      pages,
    ),
  ]
}

/** The header of a file, filled up with zeros where the file is shorter. */
export function readHeader(path: string): Buffer {
  const header = Buffer.alloc(headerBytes)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, headerBytes, 0)
  } finally {
    closeSync(file)
  }
  return header
}

/** The size of a page, as the header says it. */
export function pageBytesOf(header: Buffer): number {
  const told = header.readUInt16BE(16)
  return told === 1 ? 65_536 : told
}

/** The fields whose value cannot be a store's. */
export function wrongFields(header: Buffer): string[] {
  const pageBytes = pageBytesOf(header)
  const tests: readonly (readonly [string, boolean])[] = [
    ['it does not begin like a database', header.toString('latin1', 0, 16) === magic],
    ['the page size', pageBytes >= 512 && (pageBytes & (pageBytes - 1)) === 0],
    ['the format numbers', [1, 2].includes(header[18] ?? 0) && [1, 2].includes(header[19] ?? 0)],
    ['the page layout', header[20] === 0 && header[21] === 64 && header[22] === 32 && header[23] === 32],
    ['the schema format', header.readUInt32BE(44) <= 4 && header.readUInt32BE(56) === 1],
    ['the mark of a Heddle store', header.readUInt32BE(68) === applicationId],
  ]
  return tests.flatMap(([name, isRight]) => (isRight ? [] : [name]))
}

function finding(kind: Finding['kind'], message: string, path: string, count = 1): Finding {
  return { kind, count, message, examples: [path] }
}
