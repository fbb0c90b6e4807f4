/** What a command printed: its beginning and its end, and how many bytes between them were dropped. */
export interface Output {
  readonly head: string
  readonly tail: string
  readonly dropped: number
}

/** Takes output in as it comes and keeps the first and the last so many bytes, whatever comes between. */
export interface OutputKeeper {
  /** Returns how many bytes came so far. */
  add(chunk: Buffer): number
  output(): Output
}

/** Keeps at most twice as many bytes as given, and one chunk. */
export function keepEnds(each: number): OutputKeeper {
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let headLength = 0
  let tailLength = 0
  let total = 0
  return {
    add(chunk) {
      total += chunk.length
      const first = chunk.subarray(0, each - headLength)
      const rest = chunk.subarray(first.length)
      if (first.length > 0) head.push(Buffer.from(first))
      headLength += first.length
      if (rest.length > 0) tail.push(Buffer.from(rest.subarray(-each)))
      tailLength += Math.min(rest.length, each)
      if (tailLength > 2 * each) {
        tail = [Buffer.from(Buffer.concat(tail).subarray(-each))]
        tailLength = each
      }
      return total
    },
    output() {
      const last = Buffer.concat(tail).subarray(-each)
      const dropped = total - headLength - last.length
      if (dropped === 0) return { head: Buffer.concat([...head, last]).toString(), tail: '', dropped }
      return { head: wholeEnd(Buffer.concat(head)).toString(), tail: wholeStart(last).toString(), dropped }
    },
  }
}

/** Without the first bytes of a character that is not whole. */
function wholeEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes
    if (byte >= 0xc0) return back < lengthOf(byte) ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

/** Without the last bytes of a character whose first are missing. */
function wholeStart(bytes: Buffer): Buffer {
  let from = 0
  while (from < Math.min(3, bytes.length) && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  return bytes.subarray(from)
}

/** Of a character in UTF-8, by its first byte. */
function lengthOf(byte: number): number {
  return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
}
