import type { PackFormat } from '../../bundles/pack/formats/pack-format.ts'
import { codePoints } from '../../core/content/measure.ts'
import type { PackPiece } from './pack-report.ts'
import type { Sizes } from './sizes.ts'

/** The text of a pack in the making: pieces go out as they come, and their sizes add up. */
export interface PackOutput {
  begin(head: string): AsyncGenerator<PackPiece, void>
  /** One file's block, in the part where it fits; returns its size. */
  add(block: string): AsyncGenerator<PackPiece, number>
  end(foot: string): AsyncGenerator<PackPiece, void>
  /** What the current part measures. */
  inPart(): number
  total(): { readonly size: number; readonly characters: number; readonly parts: number }
}

/** How an output is split. */
export interface Splitting {
  /** The most that a part may measure; a block that is larger has a part of its own. */
  readonly size: number
  /** The head of each part behind the first. */
  headOf(part: number): string
  /** The foot of each part before the last. */
  readonly foot: string
}

/** The output in one part, or in as many as the splitting makes. */
export function newOutput(sizes: Sizes, { between }: PackFormat, splitting?: Splitting): PackOutput {
  let [part, blocks, inPart] = [1, 0, 0]
  let [size, characters] = [0, 0]
  async function* put(text: string): AsyncGenerator<PackPiece, number> {
    if (text === '') return 0
    const counted = await sizes.of(text)
    size += counted
    inPart += counted
    characters += codePoints(text)
    yield { text, part }
    return counted
  }
  async function* turnPart({ headOf, foot }: Splitting): AsyncGenerator<PackPiece, void> {
    yield* put(foot)
    part++
    blocks = 0
    inPart = 0
    yield* put(headOf(part))
  }
  const isFull = async (block: string, { size: most, foot }: Splitting): Promise<boolean> =>
    blocks > 0 && inPart + (await sizes.of(between + block)) + (await sizes.of(foot)) > most
  return {
    async *begin(head) {
      yield* put(head)
    },
    async *add(block) {
      if (splitting && (await isFull(block, splitting))) yield* turnPart(splitting)
      const text = blocks === 0 ? block : between + block
      blocks++
      return yield* put(text)
    },
    async *end(foot) {
      yield* put(foot)
    },
    inPart: () => inPart,
    total: () => ({ size: sizes.ofAll(size, characters), characters, parts: part }),
  }
}
