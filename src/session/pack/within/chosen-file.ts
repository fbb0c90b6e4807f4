import { type ExcerptRange, excerptOf } from '../../../retrieval/excerpt.ts'
import type { Piece } from '../../../retrieval/file-scorer.ts'
import type { Blocks } from './blocks.ts'
import type { RankedFile } from './rank.ts'

/** What is chosen of a file, while it is chosen: pieces, or all of it. */
export interface ChosenFile {
  readonly file: RankedFile
  readonly text: string
  readonly lines: readonly string[]
  readonly pieces: Piece[]
  /** 1 at the number of each line of the pieces. */
  readonly sent: Uint8Array
  isWhole: boolean
  /** The size of the block, 0 where nothing is chosen; until it is settled, the sum of what each piece adds, counted alone. */
  size: number
  isSettled: boolean
}

/** Nothing of a file yet; undefined where its text is not to be had any more. */
export async function nothingOf(blocks: Blocks, file: RankedFile): Promise<ChosenFile | undefined> {
  const text = await blocks.read(file.path)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const sent = new Uint8Array(lines.length + 1)
  return { file, text, lines, pieces: [], sent, isWhole: false, size: 0, isSettled: true }
}

/** What a piece would add; undefined where all of its lines are chosen. */
export function sizeAdded(blocks: Blocks, chosen: ChosenFile, [from, to]: Piece): number | undefined {
  const { file, lines, sent, size, isWhole } = chosen
  if (isWhole) return undefined
  const added = lines.slice(from - 1, to).filter((_, at) => sent[from + at] === 0)
  if (added.length === 0) return undefined
  const alone = blocks.sizeOf(file.path, [{ from, to, text: added.join('\n') }])
  return size === 0 ? alone : alone - blocks.sizeOf(file.path, [])
}

/** Takes a piece that adds so much. */
export function take(chosen: ChosenFile, piece: Piece, size: number): void {
  chosen.pieces.push(piece)
  chosen.sent.fill(1, piece[0], piece[1] + 1)
  chosen.size += size
  chosen.isSettled = false
}

/** Takes all of the file. */
export function takeWhole(chosen: ChosenFile): void {
  chosen.isWhole = true
  chosen.size = chosen.file.size
  chosen.isSettled = true
}

/** Gives back the piece that was taken last, unless all of the file goes. */
export function giveBack(blocks: Blocks, chosen: ChosenFile): void {
  if (chosen.isWhole) return
  chosen.pieces.pop()
  chosen.isSettled = false
  settle(blocks, chosen)
}

/** Measures the block as it will be written. */
export function settle(blocks: Blocks, chosen: ChosenFile): void {
  if (chosen.isSettled) return
  chosen.size = chosen.pieces.length === 0 ? 0 : blocks.sizeOf(chosen.file.path, rangesOf(chosen))
  chosen.isSettled = true
}

/** The lines of all pieces, in order; pieces that touch are one range. */
export function rangesOf({ text, pieces }: ChosenFile): readonly ExcerptRange[] {
  return excerptOf(text, pieces, 0, () => 0)
}
