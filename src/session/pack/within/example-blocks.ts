import { exampleSource } from '../../../bundles/example-source.ts'
import { markdown } from '../../../bundles/pack/formats/markdown.ts'
import { wholeFile } from '../../../bundles/pack/packed-file.ts'
import { digestText } from '../../../core/content/digest.ts'
import { characters, type Measure } from '../../../core/content/measure.ts'
import type { Piece } from '../../../retrieval/file-scorer.ts'
import { memoryFacts } from '../../../stores/fact-cache.ts'
import { type Blocks, blocksOf } from './blocks.ts'
import type { RankedFile } from './rank.ts'

/** For tests: texts and what ranking found of them. */
export interface ExampleFile {
  readonly path: string
  readonly text: string
  /** Best first. */
  readonly pieces: readonly Piece[]
  readonly form?: 'full' | 'signatures'
}

/** For tests: Markdown blocks over files in memory, in characters unless another measure is given; `read` are the paths that were. */
export async function exampleBlocks(
  files: readonly ExampleFile[],
  measure: Measure = characters,
): Promise<{ readonly blocks: Blocks; readonly ranked: readonly RankedFile[]; readonly read: readonly string[] }> {
  const source = exampleSource({ files: Object.fromEntries(files.map(({ path, text }) => [path, text])) })
  const read: string[] = []
  const blocks = await blocksOf(
    {
      source: { ...source, read: (path) => source.read(path).finally(() => read.push(path)) },
      secrets: { version: '', find: async () => [] },
      outliner: async () => ({ version: '', outline: async () => undefined, missing: () => undefined }),
      cache: memoryFacts(),
      measure: measure.id,
      loadMeasure: async () => measure,
      hash: digestText,
    },
    {
      paths: [''],
      include: [],
      exclude: [],
      format: 'markdown',
      lineNumbers: false,
      compress: false,
      secrets: false,
      all: false,
      extras: [],
    },
    markdown,
  )
  const ranked = files.map(({ path, text, pieces, form = 'full' }): RankedFile => {
    const block = markdown.block(wholeFile({ path, form, text }, false))
    const score = pieces[0]?.[2] ?? 0
    return { path, form, bytes: text.length, content: digestText(block), size: measure.count(block), score, pieces }
  })
  return { blocks, ranked, read }
}
