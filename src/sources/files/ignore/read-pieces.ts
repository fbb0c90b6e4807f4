import { readClass } from './character-class.ts'
import { anyNumber } from './wildcard.ts'

/** A byte, or the bytes that may stand there (1 or 0 for each of 256), or any number of bytes. */
export type ByteToken = number | Uint8Array | typeof anyNumber

/** What stands between two slashes of a pattern, or any number of folders. */
export type Piece = readonly ByteToken[] | typeof anyNumber

const anyByte = new Uint8Array(256).fill(1)

/**
 * Cuts a pattern at its slashes; without `inPath` it is a single piece. Undefined where it matches nothing: it ends in a
 * backslash, or in an open bracket expression.
 */
export function readPieces(pattern: string, inPath: boolean, ignoreCase: boolean): readonly Piece[] | undefined {
  const pieces: Piece[] = []
  let tokens: ByteToken[] = []
  let at = 0
  while (at < pattern.length) {
    const sign = pattern[at]
    if (sign === '*') {
      const start = at
      while (pattern[at] === '*') at += 1
      tokens.push(anyNumber)
      const slash = /^\\?\/|^$/.exec(pattern.slice(at, at + 2))?.[0]
      if (!inPath || at - start === 1 || tokens.length > 1 || slash === undefined) continue
      // Before a plain slash no folder is enough; at the end, and before an escaped slash, there is one at least.
      if (slash !== '/') pieces.push(tokens)
      pieces.push(anyNumber)
      if (slash === '') return pieces
      tokens = []
      at += slash.length
    } else if (sign === '?') {
      tokens.push(anyByte)
      at += 1
    } else if (sign === '[') {
      const read = readClass(pattern, at, ignoreCase)
      if (read === undefined) return undefined
      tokens.push(read.takes)
      at = read.end
    } else {
      const escaped = sign === '\\'
      if (escaped) at += 1
      if (at >= pattern.length) return undefined
      if (inPath && pattern[at] === '/') {
        pieces.push(tokens)
        tokens = []
      } else {
        const byte = pattern.charCodeAt(at)
        tokens.push(ignoreCase && !escaped && byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)
      }
      at += 1
    }
  }
  pieces.push(tokens)
  return pieces
}
