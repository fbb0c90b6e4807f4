import { type SummaryHeading, summaryHeadings } from '../headings.ts'
import { byPlace, type Line } from './line.ts'
import { centrality } from './rank.ts'
import { wordsAbout } from './words.ts'

/** A line with what it is about. */
export interface RankedLine extends Line {
  readonly words: ReadonlySet<string>
}

/** How many lines are compared for each heading, and which of too many. */
const compared: Readonly<Record<SummaryHeading, readonly [most: number, which: 'first' | 'newest' | 'spread']>> = {
  goal: [60, 'first'],
  decisions: [250, 'spread'],
  state: [250, 'newest'],
  files: [100, 'newest'],
  open: [150, 'newest'],
  next: [40, 'newest'],
}

/** The lines of each heading, the best first: what is central in all that is compared and suits the heading. */
export function orderedLines(lines: readonly Line[]): Record<SummaryHeading, RankedLine[]> {
  const kept = summaryHeadings.flatMap((heading) =>
    thinned(
      lines.filter((line) => line.heading === heading),
      ...compared[heading],
    ),
  )
  const texts = [...new Set(kept.map(({ text }) => text))]
  const about = texts.map(wordsAbout)
  const ranks = centrality(about)
  const known = new Map(
    texts.map((text, at) => [text, { words: about[at] ?? new Set<string>(), rank: ranks[at] ?? 0 }]),
  )
  const scored = kept.map((line) => {
    const { words, rank } = known.get(line.text) ?? { words: new Set<string>(), rank: 0 }
    return { line: { ...line, words }, score: Math.sqrt(rank) * line.weight }
  })
  const best = scored.sort((a, b) => b.score - a.score || byPlace(a.line, b.line)).map(({ line }) => line)
  const under = (heading: SummaryHeading): RankedLine[] => best.filter((line) => line.heading === heading)
  return {
    goal: under('goal'),
    decisions: under('decisions'),
    state: under('state'),
    files: under('files'),
    open: under('open'),
    next: under('next'),
  }
}

function thinned(lines: readonly Line[], most: number, which: 'first' | 'newest' | 'spread'): readonly Line[] {
  if (lines.length <= most) return lines
  switch (which) {
    case 'first':
      return lines.slice(0, most)
    case 'newest':
      return lines.slice(-most)
    case 'spread':
      return Array.from({ length: most }, (_, at) => lines[Math.floor((at * lines.length) / most)]).flatMap(
        (line) => line ?? [],
      )
    default:
      return which satisfies never
  }
}
