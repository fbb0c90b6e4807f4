import { hash } from 'node:crypto'
import type { Digest } from '../../core/content/digest.ts'
import { canonicalJson } from '../../core/content/json.ts'
import type { Connection } from './database/connection.ts'
import { slot } from './database/statement.ts'
import { digestBytes, goneText, headOf, tombstoneHead } from './tombstone.ts'

/** A value ready to be stored: its canonical JSON and the digest of that. */
export interface Blob {
  readonly json: string
  readonly bytes: Uint8Array
  readonly digest: Digest
}

/** Canonical JSON by digest, each once. */
export interface Blobs {
  /** The row's key, if the digest is stored. */
  find(blob: Pick<Blob, 'bytes'>): number | undefined
  /** Stores what is not there yet, and returns its key. Runs inside a transaction. */
  add(blob: Blob): number
  /** Adds to the totals of contents and of their bytes. */
  grow(contents: number, bytes: number): void
  /** The JSON text of a digest. */
  json(digest: Digest): string | undefined
  /** Whether a digest has a tombstone that says purged, and no text. */
  purged(digest: Digest): boolean
}

/** Prepares a value. Equal values have equal digests, the ones of `digestJson`. */
export function blobOf(value: unknown): Blob {
  const json = canonicalJson(value)
  const bytes = hash('sha256', json, 'buffer')
  return { json, bytes, digest: bytes.toString('hex') }
}

/** The hexadecimal form of a stored digest. */
export function hex(bytes: Uint8Array): Digest {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/** The contents or the documents. */
export function blobs(connection: Connection, table: 'contents' | 'documents'): Blobs {
  const find = connection.prepare((query) =>
    query.selectFrom(table).select('key').where('head', '=', slot<number>(0)).where('digest', '=', slot<Uint8Array>(1)),
  )
  const read = connection.prepare((query) =>
    query
      .selectFrom(table)
      .select('json')
      .where('head', '=', slot<number>(0))
      .where('digest', '=', slot<Uint8Array>(1)),
  )
  const insert = connection.prepare((query) =>
    query.insertInto(table).values({ head: slot(0), digest: slot(1), json: slot(2) }),
  )
  const grow = connection.prepare((query) =>
    query.updateTable('totals').set(({ eb }) => ({
      contents: eb('contents', '+', slot<number>(0)),
      text_bytes: eb('text_bytes', '+', slot<number>(1)),
    })),
  )
  const json = (digest: Digest): string | undefined => {
    const bytes = digestBytes(digest)
    return bytes && read.get(headOf(bytes), bytes)?.json
  }
  return {
    find: ({ bytes }) => find.get(headOf(bytes), bytes)?.key,
    add: ({ bytes, json }) => insert.insert(headOf(bytes), bytes, json),
    grow: (count, bytes) => void grow.run(count, bytes),
    json,
    purged: (digest) => {
      const bytes = digestBytes(digest)
      if (!bytes || json(digest) !== undefined) return false
      return read.all(tombstoneHead(bytes), bytes).some((row) => goneText(row.json) === 'purged')
    },
  }
}
