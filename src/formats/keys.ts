import { hash } from 'node:crypto'
import { canonicalJson, type Json } from '../core/content/json.ts'

/**
 * The key of a message in a file without ids: it covers the message and, through the key before it, all that came
 * before. A file that has grown keeps the keys of its beginning. 32 hexadecimal characters; `previous` is empty for
 * the first.
 */
export function nextKey(previous: string, message: Json): string {
  return hash('sha256', `${previous}\n${canonicalJson(message)}`).slice(0, 32)
}
