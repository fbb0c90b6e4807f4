import { scanLines } from './scan-lines.ts'

/** A heading with everything up to the next of its level or above: places in the text, and the section that it stands in. */
export interface Section {
  readonly title: string
  readonly level: number
  readonly start: number
  readonly end: number
  readonly parent?: Section
}

/** The sections of a Markdown text, in the order of their headings. */
export function sectionsOf(text: string): Section[] {
  const headings = scanLines(text).flatMap(({ heading, start }) => (heading ? [{ ...heading, start }] : []))
  const ends = endsOf(headings, text.length)
  const open: Section[] = []
  return headings.map((heading, at) => {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop()
    const parent = open.at(-1)
    const section = { ...heading, end: ends[at] ?? text.length, ...(parent ? { parent } : {}) }
    open.push(section)
    return section
  })
}

/** Where each section ends, found from the last to the first: the nearest later start of each level is known. */
function endsOf(headings: readonly { readonly level: number; readonly start: number }[], length: number): number[] {
  const nearest = [length, length, length, length, length, length, length]
  const ends: number[] = []
  for (const { level, start } of headings.toReversed()) {
    ends.push(nearest[level] ?? length)
    nearest.fill(start, level)
  }
  return ends.reverse()
}
