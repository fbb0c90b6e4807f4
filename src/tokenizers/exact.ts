import type { Measure } from '../core/content/measure.ts'
import { coreCounts } from './core-counts.ts'
import { publishedCounts } from './published-counts.ts'
import { snapshotTokenizer, type Vocabulary } from './snapshot-tokenizer.ts'

/** The encodings that are counted exactly, and where their vocabularies are. */
const vocabularies = {
  o200k_base: (): Promise<Vocabulary> => import('@hypertok/vocab-o200k'),
  cl100k_base: (): Promise<Vocabulary> => import('@hypertok/vocab-cl100k'),
}

/** The name of an encoding that is counted exactly. */
export type Encoding = keyof typeof vocabularies

/** The encodings that are counted exactly. */
export const encodings: readonly Encoding[] = Object.keys(vocabularies) as Encoding[]

/** How a vocabulary is loaded. */
export interface LoadOptions {
  /**
   * The absolute path of a folder where snapshots are kept, 20 to 35 MB for each encoding; it is made where it is missing.
   * Whoever may write there may falsify counts. Without it, nothing is kept.
   */
  readonly snapshots?: string | undefined
}

/** Every special token of these encodings holds this. */
const specialMark = '<|'

/**
 * The exact measure of an encoding: as many tokens as the reference gives with special tokens disabled. Time is linear in
 * the text, also where it is one unbroken run. A lone surrogate counts as U+FFFD, as it would be sent. Loading takes a
 * third of a second, from a snapshot less than a fifth of that; counting is synchronous. The counts are the same however
 * it was loaded, and a snapshot that cannot be read or written is no failure. Each call loads anew and keeps what it
 * loaded: `loadMeasure` does it once.
 */
export async function exactMeasure(encoding: Encoding, { snapshots }: LoadOptions = {}): Promise<Measure> {
  const vocabulary = await vocabularies[encoding]()
  const tokenizer = snapshots === undefined ? undefined : await snapshotTokenizer(snapshots, vocabulary)
  const { plain, special } = tokenizer ? coreCounts(tokenizer) : await publishedCounts(vocabulary.vocabulary)
  return {
    id: encoding,
    // Both patterns end a piece at such a line feed, and tokens never reach over two pieces.
    byParts: 'lines',
    count(text) {
      if (text === '') return 0
      // The plain path is four times as fast on short texts, and the same where no special token can be.
      return text.includes(specialMark) ? special(text) : plain(text)
    },
  }
}
