/**
 * A link as it stands in a note. `target` is a path or a name, without alias, heading, block, title and angle brackets, and with
 * its percent signs decoded where they can be; never empty, never an address with a scheme.
 */
export interface Link {
  readonly target: string
  /** Written with `!` in front. */
  readonly embed: boolean
  /** `[[…]]`, or the links of CommonMark. */
  readonly form: 'wiki' | 'markdown'
  /** What stands behind `#`; of nested headings all of them, as they are written. */
  readonly heading?: string
  /** The block's id, behind `#^` or `^`. */
  readonly block?: string
  /** What stands behind `|`. */
  readonly alias?: string
}

/** What a file says about other notes and about itself. */
export interface NoteLinks {
  /** In order of appearance, each target once. */
  readonly links: readonly Link[]
  /** Its other names, from the front matter. */
  readonly aliases: readonly string[]
}

/** The first link to each target. */
export function firstOfEach(links: readonly Link[]): Link[] {
  const seen = new Set<string>()
  return links.filter(({ target }) => !seen.has(target) && seen.add(target))
}
