import type { PackFormat } from '../../../bundles/pack/formats/pack-format.ts'
import type { PackRequest } from '../pack-request.ts'
import type { Sizes } from '../sizes.ts'
import { treeWithin } from '../tree-within.ts'

/** What stands before the files, and what it takes with the foot. */
export interface PackFrame {
  readonly head: string
  readonly size: number
}

/** The tree takes at most this share of a budget. */
const treeShare = 0.1

/** A first block without the comma before it may measure so much more. */
const commaSize = 2

/** The head with as deep a tree of the folders as its share of the budget allows. */
export async function frameWithin(
  format: PackFormat,
  { task, extras }: PackRequest,
  paths: readonly string[],
  budget: number,
  sizes: Sizes,
): Promise<PackFrame> {
  const tree = await treeWithin(paths, Math.floor(budget * treeShare), sizes)
  const head = format.head({ ...(task === undefined ? {} : { task }), tree, extras })
  return { head, size: (await sizes.of(head)) + (await sizes.of(format.foot({ leftOut: [] }))) + commaSize }
}
