import { isUtf8 } from 'node:buffer'

/** What bytes say: a text, with how many places of it had to be repaired, or that they are no text. */
export type Decoded =
  | { readonly kind: 'text'; readonly text: string; readonly repaired: number }
  | { readonly kind: 'binary' }

const binary: Decoded = { kind: 'binary' }
const replacement = '\ufffd'
/** Git's rule: a NUL so near to the start makes a file binary. */
const nulWithin = 8000

/**
 * UTF-8, or UTF-16 with its byte order mark; the mark is taken off, line ends stay. What is invalid becomes U+FFFD and
 * is counted. Binary is what has a NUL in its first 8,000 bytes (in UTF-16: characters), or more than a tenth of its
 * characters replaced. The bytes may be overwritten afterwards.
 */
export function decode(bytes: Buffer): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes.subarray(2))
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return utf16(Buffer.from(bytes.subarray(2, bytes.length & ~1)).swap16(), bytes.length & 1)
  const nul = bytes.indexOf(0)
  if (nul !== -1 && nul < nulWithin) return binary
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = bytes.toString('utf8', marked ? 3 : 0)
  return isUtf8(bytes) ? { kind: 'text', text, repaired: 0 } : repaired(text, count(bytes, Buffer.from(replacement)))
}

/** Little endian, without the mark. A last byte of a pair that is not whole counts as one place. */
function utf16(bytes: Buffer, halves: number = bytes.length & 1): Decoded {
  const whole = bytes.toString('utf16le')
  const nul = whole.indexOf('\0')
  if (nul !== -1 && nul < nulWithin) return binary
  const text = whole.toWellFormed() + replacement.repeat(halves)
  return text === whole ? { kind: 'text', text, repaired: 0 } : repaired(text, count(whole, replacement))
}

/** `genuine` is how many U+FFFD were there before. */
function repaired(text: string, genuine: number): Decoded {
  const places = count(text, replacement) - genuine
  let characters = 0
  for (const _ of text) characters += 1
  return places * 10 > characters ? binary : { kind: 'text', text, repaired: places }
}

function count<T extends string | Buffer>(within: T, what: T): number {
  let found = 0
  for (let at = within.indexOf(what as string); at !== -1; at = within.indexOf(what as string, at + what.length))
    found += 1
  return found
}
