import { excludeHeadings } from '../../src/bundles/bundles.ts'
import type { Area } from '../area.ts'

/** Sections taken out of a note. */
export const bundlesExclusions: Area = (given) => ({
  ...excludeHeadings(given.text as string, given.excluded_headings as string[]),
})
