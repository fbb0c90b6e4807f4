import type { Candidate } from '../../../core/candidate.ts'
import type { Measure } from '../../../core/content/measure.ts'
import type { Part } from '../../../core/content/part.ts'
import { sizeOfParts } from '../../../core/content/size.ts'
import type { Contents } from '../../../stores/store.ts'
import type { Compacted } from './compacted.ts'

/** Summaries may take this share of the limit together; those of the oldest stretches that go beyond it do not count. */
const shareOfLimit = 1 / 2

/** A stretch with the summary that is sent in its place. */
export interface Summarised {
  readonly compacted: Compacted
  readonly candidate: Candidate
}

/** What summaries are made into candidates with: what a message costs besides its content, and how much may be sent. */
export interface SummaryTerms {
  readonly measure: Measure
  readonly perMessage: number
  readonly limit: number
}

/**
 * The stretches that are summarised under a limit, in their order. A summary goes with its files where they fit, else
 * without; one that does not fit is not used, and its stretch is history like the rest.
 */
export async function summariesFor(
  store: Contents,
  compacted: readonly Compacted[],
  { measure, perMessage, limit }: SummaryTerms,
): Promise<Summarised[]> {
  const used: Summarised[] = []
  let left = Math.floor(shareOfLimit * limit)
  for (const each of compacted.toReversed()) {
    const parts = await partsOf(store, each)
    if (parts.length === 0) continue
    const sized = [parts, parts.slice(0, 1)].map((sent) => ({ sent, size: sizeOfParts(sent, measure) + perMessage }))
    const fitting = sized.find(({ size }) => size <= left)
    if (!fitting) continue
    left -= fitting.size
    const content = await store.putContent(fitting.sent)
    used.unshift({
      compacted: each,
      candidate: {
        id: each.summary,
        section: 'summary',
        author: 'system',
        standsFor: stretchId(each),
        forms: [{ kind: 'full', size: fitting.size, content }],
      },
    })
  }
  return used
}

/** The id of the candidate for a stretch. */
export function stretchId({ from, to }: Pick<Compacted, 'from' | 'to'>): string {
  return `${from}…${to}`
}

/** What is sent for a stretch: the summary under a line that says what it is, and files. Places count from 1. */
export function sentSummary(text: string, { start, end }: Pick<Compacted, 'start' | 'end'>): string {
  const head = `[Nodes ${start + 1} to ${end + 1} of this conversation are left out. What follows sums them up.]`
  return `${head}\n\n${text}\n\n[End of the summary.]`
}

async function partsOf(store: Contents, compacted: Compacted): Promise<readonly Part[]> {
  const { content, files } = compacted
  const contents = await store.contents(files === null ? [content] : [content, files])
  const [text] = contents.get(content) ?? []
  if (text?.kind !== 'text') return []
  return [
    { kind: 'text', text: sentSummary(text.text, compacted) },
    ...(files === null ? [] : (contents.get(files) ?? [])),
  ]
}
