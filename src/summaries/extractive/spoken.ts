import type { AuthorType } from '../../core/content/part.ts'
import { readSummary, type SummaryItem } from '../headings.ts'
import type { SummaryNode } from '../summariser.ts'
import { isProse, shortened } from './prose.ts'
import { sentencesOf } from './sentences.ts'

/** What a person or a model said in a node: the sentences of its texts, or the items of a summary that it is. */
export interface Spoken {
  readonly node: number
  readonly author: AuthorType
  readonly sentences: readonly string[]
  readonly summary?: readonly SummaryItem[]
}

/** How many characters are read of all nodes together, roughly, and of one node at the most and at the least. */
const readOfAll = 8_000_000
const readOfOne = 20_000
const leastRead = 400

const fenceMark = '```'

/**
 * What was said in a range, in order. Files, results, calls and reasoning are not speech; system nodes are read only
 * where they are earlier summaries. Of long texts the head and the end are read, the less the more there are.
 */
export function spokenIn(nodes: readonly SummaryNode[]): Spoken[] {
  const said = nodes.flatMap(({ author, parts }, node) => {
    if (author === 'tool') return []
    const texts = parts.flatMap((part) => (part.kind === 'text' && part.text.trim() !== '' ? [part.text] : []))
    return texts.length === 0 ? [] : [{ node, author, text: texts.join('\n\n') }]
  })
  const share = Math.min(readOfOne, Math.max(leastRead, Math.floor(readOfAll / Math.max(1, said.length))))
  return said.flatMap(({ node, author, text }): Spoken[] => {
    const summary = readSummary(text)
    if (summary) return [{ node, author, sentences: [], summary }]
    if (author === 'system') return []
    const sentences = sentencesOf(readable(text, share)).filter(isProse)
    return sentences.length === 0 ? [] : [{ node, author, sentences: sentences.map((each) => shortened(each)) }]
  })
}

/** A text, or its head and the part of its end that is surely no code. */
function readable(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, Math.ceil(most * 0.6))
  const tail = text.slice(text.length - Math.floor(most * 0.4))
  const fence = tail.lastIndexOf(fenceMark)
  const from = fence === -1 ? tail.indexOf(' ') : fence + fenceMark.length
  const openFence = (head.split(fenceMark).length - 1) % 2 === 1
  return `${head.slice(0, head.lastIndexOf(' ') + 1)}${openFence ? `\n${fenceMark}` : ''}\n\n${tail.slice(from)}`
}
