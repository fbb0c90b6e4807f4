import { parseLinks } from '../../src/sources/sources.ts'
import type { Area } from '../area.ts'

/** The links of a note's text. */
export const bundlesLinks: Area = (given) => ({
  links: parseLinks(given.text as string).map(({ target, embed }) => ({ target, embed })),
})
