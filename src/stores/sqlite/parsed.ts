import type { Digest } from '../../core/content/digest.ts'
import type { Connection } from './database/connection.ts'

/** What stands under a digest never changes, so it is parsed once. */
export interface Parsed<Value> {
  /** The values of those digests that are there. */
  all(digests: Iterable<Digest>): Map<Digest, Value>
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
  const forget = (): void => {
    const now = connection.version()
    if (now === version) return
    held.clear()
    size = 0
    version = now
  }
  const read = (digest: Digest): Value | undefined => {
    const known = held.get(digest)
    const text = known ? undefined : json(digest)
    if (!known && text === undefined) return undefined
    const entry = known ?? { value: JSON.parse(text ?? '') as Value, size: text?.length ?? 0 }
    held.delete(digest)
    held.set(digest, entry)
    if (!known) size += entry.size
    return entry.value
  }
  const shrink = (): void => {
    for (const [oldest, { size: its }] of held) {
      if (size <= mostCharacters) break
      held.delete(oldest)
      size -= its
    }
  }
  return {
    all(digests) {
      forget()
      const found = new Map<Digest, Value>()
      for (const digest of digests) {
        const value = read(digest)
        if (value !== undefined) found.set(digest, value)
      }
      shrink()
      return found
    },
  }
}
