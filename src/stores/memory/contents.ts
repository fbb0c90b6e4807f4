import { digestText } from '../../core/content/digest.ts'
import { canonicalJson, type Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import type { Contents } from '../store.ts'
import type { State } from './state.ts'

/** Contents and documents in memory. */
export function memoryContents(state: State): Contents {
  return {
    contents: async (digests) => {
      const found = new Map<string, readonly Part[]>()
      for (const digest of digests) {
        const json = state.contents.get(digest)
        if (json !== undefined) found.set(digest, JSON.parse(json) as readonly Part[])
      }
      return found
    },
    purged: async () => new Set<string>(),
    putContent: async (parts) => put(state.contents, parts),
    putDocument: async (value) => put(state.documents, value),
    document: async (digest) => {
      const json = state.documents.get(digest)
      return json === undefined ? undefined : (JSON.parse(json) as Json)
    },
  }
}

/** Stores a value's canonical JSON under its digest. */
export function put(where: Map<string, string>, value: unknown): string {
  const json = canonicalJson(value)
  const digest = digestText(json)
  where.set(digest, json)
  return digest
}
