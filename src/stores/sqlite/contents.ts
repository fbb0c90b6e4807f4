import type { Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import type { Contents } from '../store.ts'
import { type Blobs, blobOf } from './blobs.ts'
import type { Connection } from './database/connection.ts'
import type { Intake } from './nodes/intake.ts'
import { parsed } from './parsed.ts'

/** What is kept of texts in memory, and of documents: some windows of a large model each. */
const mostCharacters = 8_000_000

/** The port's contents and documents. */
export function contentStore(connection: Connection, contents: Blobs, documents: Blobs, intake: Intake): Contents {
  const texts = parsed<readonly Part[]>(connection, contents.json, mostCharacters)
  const values = parsed<Json>(connection, documents.json, mostCharacters)
  return {
    contents: async (digests) => connection.reading(() => texts.all(digests)),
    purged: async (digests) =>
      connection.reading(
        () => new Set(digests.filter((digest) => contents.purged(digest) || documents.purged(digest))),
      ),
    putContent: async (parts) => {
      const blob = blobOf(parts)
      if (contents.find(blob) !== undefined) return blob.digest
      const prepared = intake.prepare([{ parts }], [])
      connection.transaction(() => intake.store(prepared))
      return blob.digest
    },
    putDocument: async (value) => {
      const blob = blobOf(value)
      if (documents.find(blob) === undefined) connection.transaction(() => documents.find(blob) ?? documents.add(blob))
      return blob.digest
    },
    document: async (digest) => values.all([digest]).get(digest),
  }
}
