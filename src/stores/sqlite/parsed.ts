import type { Digest } from '../../core/content/digest.ts'
import type { Connection } from './database/connection.ts'

/** What stands under a digest never changes, so it is parsed once. */
export interface Parsed<Value> {
  /** The value of a digest; undefined where there is none. */
  get(digest: Digest): Value | undefined
}

/**
 * Reads JSON by digest and keeps what was parsed, up to so many characters; what was not used for longest goes first. Everything is
 * forgotten once another connection has written: it may have purged.
 */
export function parsed<Value>(
  connection: Pick<Connection, 'version'>,
  json: (digest: Digest) => string | undefined,
  mostCharacters: number,
): Parsed<Value> {
  const held = new Map<Digest, { readonly value: Value; readonly size: number }>()
  let size = 0
  let version: number | undefined
  return {
    get(digest) {
      const now = connection.version()
      if (now !== version) {
        held.clear()
        size = 0
        version = now
      }
      const known = held.get(digest)
      if (known) {
        held.delete(digest)
        held.set(digest, known)
        return known.value
      }
      const text = json(digest)
      if (text === undefined) return undefined
      const value = JSON.parse(text) as Value
      held.set(digest, { value, size: text.length })
      size += text.length
      for (const [oldest, { size: its }] of held) {
        if (size <= mostCharacters) break
        held.delete(oldest)
        size -= its
      }
      return value
    },
  }
}
