/** The bytes that JSON is built with. */
export const quote = 0x22
export const comma = 0x2c
export const colon = 0x3a
export const openArray = 0x5b
export const closeArray = 0x5d
export const openObject = 0x7b
export const closeObject = 0x7d
const backslash = 0x5c

/** A longer value is cut, so that whoever parses it finds it damaged. */
const maxValue = 256 * 2 ** 20

/** What begins: an array, an object, or neither. */
export type Shape = 'array' | 'object' | 'plain'

/** A value or a name that has begun and not ended yet. */
export interface Open {
  readonly is: 'key' | 'take' | 'skip'
  readonly shape: Shape | 'string'
  readonly pieces: Buffer[]
  size: number
  depth: number
  inString: boolean
  escaped: boolean
}

/** One that begins with the next byte. */
export function opened(is: Open['is'], shape: Open['shape']): Open {
  return { is, shape, pieces: [], size: 0, depth: 0, inString: false, escaped: false }
}

/** Keeps a piece of the value. One that is skipped is not kept. */
export function keep(value: Open, piece: Buffer): void {
  if (value.is !== 'skip' && value.size < maxValue) value.pieces.push(Buffer.from(piece))
  value.size += piece.length
}

/** Where the value ends: the offset behind it; -1 where that is not in this chunk. */
export function endOf(value: Open, chunk: Buffer, from: number): number {
  if (value.shape === 'plain') return endOfPlain(chunk, from)
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at]
    if (value.inString) {
      if (value.escaped) value.escaped = false
      else if (byte === backslash) value.escaped = true
      else if (byte === quote) {
        value.inString = false
        if (value.shape === 'string') return at + 1
      }
    } else if (byte === quote) value.inString = true
    else if (byte === openArray || byte === openObject) value.depth++
    else if ((byte === closeArray || byte === closeObject) && --value.depth === 0) return at + 1
  }
  return -1
}

function endOfPlain(chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0
    if (byte <= 0x20 || byte === comma || byte === closeArray || byte === closeObject) return at
  }
  return -1
}
