/** What a summary is about, in the order in which it says so. */
export const summaryHeadings = ['goal', 'decisions', 'state', 'files', 'open', 'next'] as const

export type SummaryHeading = (typeof summaryHeadings)[number]

/** The line above each section of a summary. The words are always the same, so that a summary can be read back. */
export const headingLines: Readonly<Record<SummaryHeading, string>> = {
  goal: '## Goal',
  decisions: '## Decisions and rules',
  state: '## State of the work',
  files: '## Files touched',
  open: '## Open ends',
  next: '## Next step',
}

const headingOf: ReadonlyMap<string, SummaryHeading> = new Map(
  summaryHeadings.map((heading) => [headingLines[heading], heading]),
)

/** What stands under a heading, an item of a list. It may have several lines. */
export interface SummaryItem {
  readonly heading: SummaryHeading
  readonly text: string
}

/** A summary's text: its items under their headings, in the order given. Headings without items are left out. */
export function summaryText(items: readonly SummaryItem[]): string {
  return summaryHeadings
    .map((heading) => [heading, items.filter((item) => item.heading === heading)] as const)
    .filter(([, under]) => under.length > 0)
    .map(([heading, under]) => [headingLines[heading], ...under.map(({ text }) => itemText(text))].join('\n'))
    .join('\n\n')
}

/** An item as it stands in a summary. */
export function itemText(text: string): string {
  return `- ${text}`
}

/** The items of a text that `summaryText` wrote; undefined for a text that does not begin with one of the headings. */
export function readSummary(text: string): SummaryItem[] | undefined {
  const trimmed = text.trim()
  if (!summaryHeadings.some((heading) => trimmed.startsWith(`${headingLines[heading]}\n`))) return undefined
  const items: { heading: SummaryHeading; text: string }[] = []
  let heading: SummaryHeading = 'goal'
  let open = false
  for (const line of trimmed.split('\n')) {
    const next = headingOf.get(line)
    const last = items.at(-1)
    if (next) {
      heading = next
      open = false
    } else if (line.startsWith('- ')) {
      items.push({ heading, text: line.slice(2) })
      open = true
    } else if (open && last) last.text += `\n${line}`
  }
  return items.map((item) => ({ heading: item.heading, text: item.text.trimEnd() }))
}
