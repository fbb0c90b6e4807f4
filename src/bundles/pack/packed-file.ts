import type { UnreadCause } from '../../sources/source.ts'
import { numbered } from './numbered.ts'

/** How much of a file stands in a pack: all of it, all without the bodies, its best pieces, or what other files may use of it. */
export type PackForm = 'full' | 'signatures' | 'excerpt' | 'card'

/** Lines of a file from 1, both ends included. */
export type LineRange = readonly [from: number, to: number]

/** One file's place in a pack, as it is written: `ranges` names the lines of an excerpt. */
export interface PackedFile {
  readonly path: string
  readonly form: PackForm
  readonly text: string
  readonly ranges?: readonly LineRange[]
}

/** Lines of a file, as they stand there. */
export interface ExcerptPiece {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A file as it was prepared, with its lines' numbers if they are wanted. */
export function wholeFile(
  { path, form, text }: Pick<PackedFile, 'path' | 'form' | 'text'>,
  lineNumbers: boolean,
): PackedFile {
  return { path, form, text: lineNumbers && form === 'full' ? numbered(text) : text }
}

/** What stands for the lines between two pieces. */
const gap = '…\n'

/** Pieces of a file, in their order. */
export function excerptFile(path: string, pieces: readonly ExcerptPiece[], lineNumbers: boolean): PackedFile {
  const texts = pieces.map(({ from, text }) => `${lineNumbers ? numbered(text, from) : text}\n`)
  return { path, form: 'excerpt', text: texts.join(gap), ranges: pieces.map(({ from, to }) => [from, to]) }
}

/** Why a file that was found is not in a pack, whatever the budget. */
export type PackCause = UnreadCause | 'lock-file' | 'generated' | 'secret'
