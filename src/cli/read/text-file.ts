import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { FileProblem } from '../../config/errors.ts'
import { UsageError } from '../exit-code.ts'
import type { Io } from '../io.ts'

/** The text of a file, or of standard input for `-`; one line end behind it is dropped. Throws FileProblem, UsageError `not-text`. */
export async function readTextFile(io: Io, path: string): Promise<string> {
  const absolute = resolve(io.cwd, path)
  const data =
    path === '-'
      ? await io.stdin.read()
      : await readFile(absolute).catch((error: unknown) => {
          throw new FileProblem(absolute, error)
        })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data).replace(/\r?\n$/, '')
  } catch {
    throw new UsageError(
      `${path === '-' ? 'Standard input' : absolute} is not UTF-8 text. Name a text file.`,
      'not-text',
    )
  }
}
