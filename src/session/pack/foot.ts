import type { PackFoot, PackFormat } from '../../bundles/pack/formats/pack-format.ts'
import { describeCause } from './describe-cause.ts'
import type { FileOutcome } from './pack-report.ts'
import type { Sizes } from './sizes.ts'

/** How many files of one cause are named. */
const named = 50

/** The lines of a pack's foot: what was left out, in the order given; of each cause no more than so many. */
export function footOf(files: readonly FileOutcome[]): PackFoot['leftOut'] {
  const seen = new Map<string, number>()
  return files.flatMap((file) => {
    if (file.kind === 'packed') return []
    const count = (seen.get(file.why) ?? 0) + 1
    seen.set(file.why, count)
    return count > named ? [] : [{ path: file.path, why: describeCause(file) }]
  })
}

/** As many of the first lines of the foot as there is room for, the foot around them included. */
export async function namesThatFit(
  format: PackFormat,
  sizes: Sizes,
  files: readonly FileOutcome[],
  room: number,
): Promise<PackFoot['leftOut']> {
  const lines = footOf(files)
  let [fits, over] = [0, lines.length + 1]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if ((await sizes.of(format.foot({ leftOut: lines.slice(0, middle) }))) <= room) fits = middle
    else over = middle
  }
  return lines.slice(0, fits)
}
