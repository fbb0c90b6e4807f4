import {
  headingLines,
  itemText,
  readSummary,
  type SummaryHeading,
  type SummaryItem,
  summaryHeadings,
  summaryText,
} from '../headings.ts'
import type { SummaryRefusal, SummaryRequest } from '../summariser.ts'
import { byPlace } from './line.ts'
import type { RankedLine } from './ordered-lines.ts'
import { sentencesOf } from './sentences.ts'
import { likeness, wordsAbout } from './words.ts'

/** The most lines under each heading, beside those that must stand. */
const mostLines: Readonly<Record<SummaryHeading, number>> = {
  goal: 3,
  decisions: 20,
  state: 15,
  files: 30,
  open: 8,
  next: 2,
}

/** A line that is this much like another one of its heading says nothing new. */
const same = 0.7

/**
 * The text of a summary: first what must stand word for word, then in turn the best line of each heading that says
 * something new and fits. Under its heading each stands where it stood in the conversation.
 */
export function fitLines(
  ordered: Readonly<Record<SummaryHeading, readonly RankedLine[]>>,
  { verbatim, limit, measure }: Pick<SummaryRequest, 'verbatim' | 'limit' | 'measure'>,
): string | SummaryRefusal {
  const fixed = verbatim.map((text): SummaryItem => ({ heading: 'decisions', text }))
  const least = measure.count(summaryText(fixed))
  if (fixed.length > 0 && least > limit)
    return { kind: 'refusal', code: 'verbatim-over-limit', limit, overBy: least - limit }
  const chosen = chooseLines(ordered, fixed, limit - least, measure.count.bind(measure))
  for (let count = chosen.length; count > 0; count--) {
    const text = summaryText([...fixed, ...chosen.slice(0, count).sort(byPlace)])
    if (measure.count(text) <= limit) return text
  }
  return summaryText(fixed)
}

/** Lines in the order of their choice. Their sizes are counted one by one, which is near the size of their text. */
function chooseLines(
  ordered: Readonly<Record<SummaryHeading, readonly RankedLine[]>>,
  fixed: readonly SummaryItem[],
  room: number,
  sizeOf: (text: string) => number,
): RankedLine[] {
  const chosen: RankedLine[] = []
  const said: Said[] = fixed.flatMap(saidBy)
  const opened = new Set(fixed.map(({ heading }) => heading))
  let left = room
  const queues = summaryHeadings.map((heading) => ({ heading, lines: ordered[heading][Symbol.iterator](), count: 0 }))
  for (let active = queues; active.length > 0; ) {
    active = active.filter((queue) => {
      const line = nextNew(queue.lines, said)
      if (line === undefined) return false
      const title = opened.has(queue.heading) ? '' : `\n\n${headingLines[queue.heading]}`
      const size = sizeOf(`${title}\n${itemText(line.text)}`)
      if (size > left) return true
      left -= size
      opened.add(queue.heading)
      said.push(line)
      chosen.push(line)
      return ++queue.count < mostLines[queue.heading]
    })
  }
  return chosen
}

/** What stands in the summary already. */
type Said = Pick<RankedLine, 'heading' | 'text' | 'words'>

/** All that an item says: itself, its sentences, and the items that it would be in a summary that is read back. */
function saidBy(item: SummaryItem): Said[] {
  const pieces = readSummary(summaryText([item])) ?? []
  const texts = new Set([item.text, ...pieces.map(({ text }) => text), ...sentencesOf(item.text)])
  return [...texts].map((text) => ({ heading: item.heading, text, words: wordsAbout(text) }))
}

/** The next line that stands nowhere yet, and says something new under its heading. */
function nextNew(lines: Iterator<RankedLine>, said: readonly Said[]): RankedLine | undefined {
  for (let next = lines.next(); !next.done; next = lines.next()) {
    const line = next.value
    const isSaid = said.some(
      ({ heading, text, words }) =>
        text === line.text || (heading === line.heading && likeness(words, line.words) >= same),
    )
    if (!isSaid) return line
  }
  return undefined
}
