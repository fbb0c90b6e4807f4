import { isHeddles } from './disk/place.ts'
import type { FileToolsOptions } from './ports.ts'

/** How a pattern is told to a model. */
export const globText =
  'A pattern such as *.ts (any folder), src/**/*.ts or {a,b}/*.md; relative to the root or to path'

/** The files at and under a path that a pattern describes: by their name where it has no slash, else by their path. None of Heddle's own. */
export async function chooseFiles(
  { list, glob }: FileToolsOptions,
  under: string,
  pattern: string | undefined,
): Promise<readonly string[]> {
  const files = (await list(under)).filter((file) => !isHeddles(file))
  if (pattern === undefined) return files
  const matches = glob(pattern.replace(/^\.?\//, ''))
  if (!pattern.includes('/')) return files.filter((file) => matches(file.slice(file.lastIndexOf('/') + 1)))
  const start = under === '' ? 0 : under.length + 1
  return files.filter((file) => matches(file) || (start > 0 && matches(file.slice(start))))
}
