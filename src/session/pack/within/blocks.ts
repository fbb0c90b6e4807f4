import type { PackFormat } from '../../../bundles/pack/formats/pack-format.ts'
import { excerptFile, type PackedFile } from '../../../bundles/pack/packed-file.ts'
import { cardOf } from '../../../code/card.ts'
import type { ExcerptRange } from '../../../retrieval/excerpt.ts'
import type { PackPorts } from '../pack-ports.ts'
import type { PackRequest } from '../pack-request.ts'
import { prepareFile } from '../prepare-file.ts'
import type { SmallerBlock } from './surveyed-file.ts'

/** Makes and measures the blocks that may stand in place of full ones. */
export interface Blocks {
  /** A file's text, read once more; undefined where it is not to be had any more. */
  read(path: string): Promise<string | undefined>
  /** The size of an excerpt's block. */
  sizeOf(path: string, ranges: readonly ExcerptRange[]): number
  excerpt(path: string, ranges: readonly ExcerptRange[]): SmallerBlock
  /** What a file declares; undefined where its language is not known. */
  card(path: string): Promise<SmallerBlock | undefined>
}

/** The blocks of a pack, in its format and measure. */
export async function blocksOf(ports: PackPorts, request: PackRequest, format: PackFormat): Promise<Blocks> {
  const measure = await ports.loadMeasure(ports.measure)
  const excerptOf = (path: string, ranges: readonly ExcerptRange[]): PackedFile =>
    excerptFile(path, ranges, request.lineNumbers)
  const sizeOf = (text: string): number => measure.count(format.between + text)
  const blockOf = (form: SmallerBlock['form'], file: PackedFile): SmallerBlock => {
    const text = format.block(file)
    const { ranges } = file
    return { form, text, size: sizeOf(text), content: ports.hash(text), ...(ranges ? { ranges } : {}) }
  }
  const read = async (path: string): Promise<string | undefined> => {
    request.signal?.throwIfAborted()
    const prepared = await prepareFile(ports, request, path)
    return prepared.kind === 'text' ? prepared.text : undefined
  }
  return {
    read,
    sizeOf: (path, ranges) => sizeOf(format.block(excerptOf(path, ranges))),
    excerpt: (path, ranges) => blockOf('excerpt', excerptOf(path, ranges)),
    async card(path) {
      const text = await read(path)
      const outline = text === undefined ? undefined : await (await ports.outliner()).outline(path, text)
      return outline && text !== undefined
        ? blockOf('card', { path, form: 'card', text: cardOf(path, outline, text) })
        : undefined
    },
  }
}
