import { compileGlob } from '../../src/bundles/bundles.ts'
import type { Area } from '../area.ts'

/** A pattern over a path or over a heading's title. */
export const bundlesGlobs: Area = (given) => {
  const matches = compileGlob(given.pattern as string, { ignoreCase: given.on === 'heading' })
  return { matches: matches(given.text as string) }
}
