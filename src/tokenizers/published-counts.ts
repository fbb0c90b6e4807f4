import { readFile } from 'node:fs/promises'
import type { Counts } from './counts.ts'

/** Special tokens are text like any other: nothing is matched, nothing refused. */
const asText = { reserved: { match: [], refuse: [] } } as const

/** Tables that only decoding needs; building them takes a tenth of the time. */
const withoutDecoding = { decodeTable: 'off', decodeMixedRuns: 'off', decodeRunCache: 'off' } as const

/** The one that was begun last. */
let before: Promise<unknown> = Promise.resolve()

/**
 * What hypertok counts through what it promises. It is built from the vocabulary each time, one after the other: two that are built at
 * the same time would share a memory that fits one of them.
 */
export function publishedCounts(vocabulary: URL): Promise<Counts> {
  const next = before.catch(() => undefined).then(() => build(vocabulary))
  before = next
  return next
}

async function build(vocabulary: URL): Promise<Counts> {
  const [{ fromBytes }, bytes] = await Promise.all([import('hypertok'), readFile(vocabulary)])
  const tokenizer = await fromBytes(bytes, { tier: 'single', optimizations: withoutDecoding })
  return {
    plain: (text) => tokenizer.encodeSync(text).length,
    special: (text) => tokenizer.encodeSync(text, asText).length,
  }
}
