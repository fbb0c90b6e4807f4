import { compileGlob } from '../glob/compile-glob.ts'
import { sectionsOf } from './sections.ts'

/** A text without the sections that were taken out, and how many each pattern took. */
export interface Excluded {
  readonly text: string
  readonly excluded: { readonly [pattern: string]: number }
}

/** Excludes headings from a file's text, if the file is one that has any. */
export type HeadingExclusion = (path: string, text: string) => Excluded

/**
 * Takes out the sections whose titles match a pattern, with everything deeper under them. The first pattern that matches
 * counts, once for a section; sections inside one that is gone do not count. Letter case does not matter, and a pattern is
 * for the whole title. What stays is whole lines, untouched.
 */
export function excludeHeadings(text: string, patterns: readonly string[]): Excluded {
  return excluder(patterns)(text)
}

/**
 * The same for many files. A file whose name is not that of a note (`.md`, `.markdown`, `.mdx`, `.qmd`, `.rmd`, `.txt`, or none
 * with a dot) stays as it is: what looks like a heading is a comment there.
 */
export function headingExclusion(patterns: readonly string[]): HeadingExclusion {
  const exclude = excluder(patterns)
  return (path, text) => (hasHeadings(path) ? exclude(text) : { text, excluded: {} })
}

/** The counts of several texts together. */
export function sumCounts(counts: Iterable<{ readonly [pattern: string]: number }>): { [pattern: string]: number } {
  const sums = new Map<string, number>()
  for (const each of counts) {
    for (const [pattern, count] of Object.entries(each)) sums.set(pattern, (sums.get(pattern) ?? 0) + count)
  }
  return Object.fromEntries(sums)
}

function excluder(patterns: readonly string[]): (text: string) => Excluded {
  const matchers = patterns.map((pattern) => ({ pattern, matches: compileGlob(pattern, { ignoreCase: true }) }))
  return (text) => {
    if (matchers.length === 0) return { text, excluded: {} }
    const excluded: string[] = []
    const kept: string[] = []
    let from = 0
    for (const { title, start, end } of sectionsOf(text)) {
      if (start < from) continue
      const found = matchers.find(({ matches }) => matches(title))
      if (!found) continue
      excluded.push(found.pattern)
      kept.push(text.slice(from, start))
      from = end
    }
    return {
      text: kept.join('') + text.slice(from),
      excluded: sumCounts(excluded.map((pattern) => ({ [pattern]: 1 }))),
    }
  }
}

function hasHeadings(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !name.includes('.') || /\.(?:md|markdown|mdown|mkd|mdx|qmd|rmd|txt)$/i.test(name)
}
