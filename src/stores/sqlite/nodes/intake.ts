import type { Digest } from '../../../core/content/digest.ts'
import type { Measure } from '../../../core/content/measure.ts'
import type { Part } from '../../../core/content/part.ts'
import { sizeOfParts } from '../../../core/content/size.ts'
import { type Blob, type Blobs, blobOf } from '../blobs.ts'
import type { Connection } from '../database/connection.ts'
import type { Sizes } from './sizes.ts'

/** A content that is stored, with its sizes in the order of the measures. */
export interface TakenContent {
  readonly key: number
  readonly digest: Digest
  readonly sizes: readonly number[]
}

interface PreparedContent extends Blob {
  readonly key: number | undefined
  readonly sizes: readonly number[]
}

interface Seen {
  readonly blob: Blob
  readonly key: number | undefined
  /** By measure; undefined where it has not been counted. */
  readonly counted: readonly (number | undefined)[]
}

/** A batch of contents, hashed and counted, one for each node. */
export interface Prepared {
  readonly contents: readonly PreparedContent[]
  readonly measures: readonly number[]
  readonly version: number
}

/** Takes contents in. All counting is done before the store is locked, so that other writers need not wait for it. */
export interface Intake {
  prepare(values: readonly { readonly parts: readonly Part[] }[], measures: readonly Measure[]): Prepared
  /** Runs inside a transaction. */
  store(prepared: Prepared): TakenContent[]
}

/** Stores each content once, and counts each once for every measure. */
export function intake(connection: Connection, contents: Blobs, sizes: Sizes): Intake {
  /** What is known of a content before it is counted. */
  const look = (parts: readonly Part[], measures: readonly number[]): Seen => {
    const blob = blobOf(parts)
    const key = contents.find(blob)
    return {
      blob,
      key,
      counted: measures.map((measure) => (key === undefined ? undefined : sizes.count(key, measure))),
    }
  }
  return {
    prepare: (values, measures) => {
      const keys = measures.map(sizes.measureKey)
      const version = connection.version()
      const seen = connection.reading(() => values.map(({ parts }) => look(parts, keys)))
      const done = new Map<Digest, readonly number[]>()
      const prepared = seen.map(({ blob, key, counted }, at): PreparedContent => {
        const parts = values[at]?.parts ?? []
        const counts = done.get(blob.digest) ?? measures.map((measure, m) => counted[m] ?? sizeOfParts(parts, measure))
        done.set(blob.digest, counts)
        return { ...blob, key, sizes: counts }
      })
      return { contents: prepared, measures: keys, version }
    },
    store: ({ contents: prepared, measures, version }) => {
      const unchanged = connection.version() === version
      const taken = new Map<Digest, TakenContent>()
      let count = 0
      let bytes = 0
      const results = prepared.map((content) => {
        const before = taken.get(content.digest)
        if (before) return before
        const there = content.key ?? (unchanged ? undefined : contents.find(content))
        const key = there ?? contents.add(content)
        for (const [at, measure] of measures.entries()) sizes.addCount(key, measure, content.sizes[at] ?? 0)
        if (there === undefined) {
          count++
          bytes += Buffer.byteLength(content.json)
        }
        const stored: TakenContent = { key, digest: content.digest, sizes: content.sizes }
        taken.set(content.digest, stored)
        return stored
      })
      if (count > 0) contents.grow(count, bytes)
      return results
    },
  }
}
