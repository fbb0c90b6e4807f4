import { excerptOf } from '../../../retrieval/excerpt.ts'
import type { Piece } from '../../../retrieval/file-scorer.ts'
import type { Blocks } from './blocks.ts'
import { type ChosenFile, giveBack, nothingOf, settle, sizeAdded, take, takeWhole } from './chosen-file.ts'
import { mostFiles, mostMisses } from './effort.ts'
import type { RankedFile } from './rank.ts'

/** A file goes in full where what is chosen of it takes this share of that. */
const fullFrom = 0.8

/**
 * The best pieces of all files within a room, whatever file they are in: piece by piece, best first, and what does not fit is
 * passed over. A file of which nearly all is chosen goes in full, and so does one whose bodies were taken away. Where no piece fits,
 * it is the first lines of the best. The sizes never add up to more than the room. A file is read, once, only when a piece of it is
 * reached.
 */
export async function choosePieces(
  blocks: Blocks,
  ranked: readonly RankedFile[],
  room: number,
): Promise<readonly ChosenFile[]> {
  const files = new Map<string, ChosenFile | undefined>()
  const order: ChosenFile[] = []
  let left = room
  let misses = 0
  const change = (file: ChosenFile, make: (file: ChosenFile) => void): void => {
    left += file.size
    make(file)
    left -= file.size
  }
  const settleAll = (): void => {
    for (const file of files.values()) if (file) change(file, (each) => settle(blocks, each))
  }
  for (const { file, piece } of piecesOf(ranked.slice(0, mostFiles))) {
    const chosen = files.has(file.path) ? files.get(file.path) : await nothingOf(blocks, file)
    files.set(file.path, chosen)
    const added = chosen ? sizeAdded(blocks, chosen, piece) : undefined
    if (!chosen || added === undefined) continue
    if (added > left) settleAll()
    const size = chosen.size + added
    if ((size >= fullFrom * file.size || !hasLines(file)) && file.size - chosen.size <= left) change(chosen, takeWhole)
    else if (hasLines(file) && added <= left && size < file.size) {
      change(chosen, (each) => take(each, piece, added))
      order.push(chosen)
    } else if (++misses === mostMisses) break
  }
  settleAll()
  for (let last = order.pop(); last && left < 0; last = order.pop()) change(last, (each) => giveBack(blocks, each))
  const known = [...files.values()].filter((file) => file !== undefined)
  const best = known.find(({ file }) => hasLines(file))
  if (best && known.every(({ size }) => size === 0)) takeHead(blocks, best, room)
  return known.filter(({ size }) => size > 0)
}

/** Whether the lines of a file's block are those of the file; where bodies were taken away they are not. */
function hasLines({ form }: RankedFile): boolean {
  return form === 'full'
}

/** The pieces of all files that have to do with the task, best first, then by path and line. */
function piecesOf(files: readonly RankedFile[]): { readonly file: RankedFile; readonly piece: Piece }[] {
  return files
    .flatMap((file) => file.pieces.filter(([, , score]) => score > 0).map((piece) => ({ file, piece })))
    .sort(
      (one, other) =>
        other.piece[2] - one.piece[2] ||
        (one.file.path < other.file.path ? -1 : one.file.path > other.file.path ? 1 : one.piece[0] - other.piece[0]),
    )
}

/** As many of the first lines of a file's best piece as fit. */
function takeHead(blocks: Blocks, chosen: ChosenFile, room: number): void {
  const { path, size, pieces } = chosen.file
  const head = excerptOf(chosen.text, pieces.slice(0, 1), Math.min(room, size - 1), (ranges) =>
    blocks.sizeOf(path, ranges),
  )
  for (const { from, to } of head) take(chosen, [from, to, 0], 0)
  settle(blocks, chosen)
}
