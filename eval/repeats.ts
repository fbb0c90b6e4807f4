import { exactId } from '../bench/engine.ts'
import type { Measurement } from '../bench/frame/command.ts'
import type { Row } from '../bench/frame/report.ts'
import { exactMeasure } from '../src/tokenizers/exact.ts'
import { emptyRepeats, type Repeats, repeatsIn, together } from './repeats/repeats-in.ts'
import { defaultFolder, sessionsBelow } from './replay/folder.ts'
import { percent } from './replay/row.ts'
import { sizesIn } from './replay/sizes.ts'

/** How much of recorded sessions is file reads, and how much of these had been read before. */
export const repeats: Measurement = {
  name: 'repeats',
  about: `how much of the recorded sessions below DIR (default ${defaultFolder}) is files, and files read again`,
  usage: '[DIR]',
  options: {},
  most: 1,
  async run({ arguments: [folder = defaultFolder] }) {
    const sizes = sizesIn(await exactMeasure(exactId))
    const found = (await sessionsBelow(folder)).map((session) => ({
      group: session.name.split('/')[0] ?? '',
      repeats: repeatsIn(session, sizes),
    }))
    const groups = [...new Set(found.map(({ group }) => group))]
    const rows = [
      rowOf(
        'all',
        found.map((each) => each.repeats),
      ),
      ...groups.map((group) =>
        rowOf(
          group,
          found.filter((each) => each.group === group).map((each) => each.repeats),
        ),
      ),
    ]
    return { rows, checks: [] }
  },
}

/** Shares in per cent. */
function rowOf(sessions: string, all: readonly Repeats[]): Row {
  const { size, reads, readSize, samePath, exactSize, lines, linesBefore, stale } = all.reduce(
    together,
    emptyRepeats(0),
  )
  return {
    sessions,
    count: all.length,
    tokens: size,
    reads,
    readShare: percent(readSize / size),
    samePath: percent(samePath / reads),
    exactTokens: percent(exactSize / readSize),
    linesShownBefore: percent(linesBefore / lines),
    staleReads: percent(stale / reads),
  }
}
