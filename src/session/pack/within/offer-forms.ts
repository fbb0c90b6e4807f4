import type { Blocks } from './blocks.ts'
import { choosePieces } from './choose-pieces.ts'
import { type ChosenFile, rangesOf } from './chosen-file.ts'
import { mostFiles, mostMisses } from './effort.ts'
import type { RankedFile } from './rank.ts'
import type { OfferedFile, SmallerBlock } from './surveyed-file.ts'

/**
 * The files with what may stand in their place, in the order given. Where there is room for all of them in full, nothing may; else,
 * where a task has to do with some, what it says to send of the best: the pieces that are the best of all files, or all
 * of the file, and cards of the next best, which fit together; all other full blocks go later. Where there is no task, or it has to
 * do with nothing, as many as there can be room for have a card. What is offered is smaller than the full block.
 */
export async function offerForms(
  loadBlocks: () => Promise<Blocks>,
  ranked: readonly RankedFile[],
  limit: number,
): Promise<readonly OfferedFile[]> {
  const total = ranked.reduce((sum, { size }) => sum + size, 0)
  if (total <= limit) return ranked.map((file) => offer(file, undefined))
  const blocks = await loadBlocks()
  if (!ranked.some(({ score }) => score > 0)) return await offerCards(blocks, ranked, limit)
  const chosen = new Map((await choosePieces(blocks, ranked, limit)).map((file) => [file.file.path, file]))
  const left = [...chosen.values()].reduce((rest, { size }) => rest - size, limit)
  const cards = await cardsWithin(
    blocks,
    ranked.slice(0, mostFiles).filter(({ path, score }) => score > 0 && !chosen.has(path)),
    left,
  )
  return ranked.map((file) => {
    const pieces = chosen.get(file.path)
    if (pieces?.isWhole) return offer(file, undefined)
    return { ...offer(file, pieces ? excerptOf(blocks, pieces) : cards.get(file.path)), fullLater: true }
  })
}

function offer(file: RankedFile, smaller: SmallerBlock | undefined): OfferedFile {
  return { ...file, smaller: smaller ? [smaller] : [], fullLater: false }
}

function excerptOf(blocks: Blocks, chosen: ChosenFile): SmallerBlock {
  return blocks.excerpt(chosen.file.path, rangesOf(chosen))
}

/** The cards of the first files that fit, by path. */
async function cardsWithin(
  blocks: Blocks,
  files: readonly RankedFile[],
  room: number,
): Promise<ReadonlyMap<string, SmallerBlock>> {
  const cards = new Map<string, SmallerBlock>()
  let left = room
  let misses = 0
  for (const file of files) {
    const card = await cardOf(blocks, file)
    if (card && card.size <= left) {
      cards.set(file.path, card)
      left -= card.size
    } else if (++misses === mostMisses) break
  }
  return cards
}

async function offerCards(blocks: Blocks, files: readonly RankedFile[], limit: number): Promise<OfferedFile[]> {
  const offered: OfferedFile[] = []
  let left = limit
  for (const file of files) {
    const card = left > 0 ? await cardOf(blocks, file) : undefined
    left -= (card ?? file).size
    offered.push(offer(file, card))
  }
  return offered
}

/** A file's card, if it is smaller than the full block. */
async function cardOf(blocks: Blocks, { path, size }: RankedFile): Promise<SmallerBlock | undefined> {
  const card = await blocks.card(path)
  return card && card.size < size ? card : undefined
}
