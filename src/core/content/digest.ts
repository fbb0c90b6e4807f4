import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from './json.ts'

/** A sha-256 digest in lower-case hexadecimal, 64 characters. */
export type Digest = string

/** The digest of a text in UTF-8. */
export function digestText(text: string): Digest {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** The digest of a value's canonical JSON: equal values have equal digests, whatever the order of their keys. */
export function digestJson(value: unknown): Digest {
  return digestText(canonicalJson(value))
}
