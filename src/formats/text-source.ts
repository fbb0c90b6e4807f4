import type { TextSource } from './format.ts'
import { sampleOf } from './sample.ts'

/** A text that is held already (standard input, a fixture) as a source. A byte order mark is skipped. */
export function textSource(name: string, text: string): TextSource {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  return {
    name,
    sample: sampleOf(plain, true),
    size: Buffer.byteLength(text),
    async *chunks() {
      yield Buffer.from(plain)
    },
    async *lines() {
      let number = 0
      for (let from = 0; from < plain.length; ) {
        const end = plain.indexOf('\n', from)
        const stop = end === -1 ? plain.length : end
        const line = plain.slice(from, plain[stop - 1] === '\r' ? stop - 1 : stop)
        number++
        if (line.trim() !== '') yield { number, text: line }
        from = stop + 1
      }
    },
  }
}
