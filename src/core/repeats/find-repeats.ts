import { repeatOfFile } from './file-repeat.ts'
import { type Newer, nothingNewer } from './newer.ts'
import { placeOf, type Replacement } from './replacement.ts'
import type { RepeatOptions } from './replacement-for.ts'
import type { Shown, ShownResult } from './shown.ts'
import { repeatWording } from './wording.ts'

/**
 * What may be replaced of what the nodes of a path show, in path order: file content by notices and excerpts, and the
 * results of other tools by notices. The last occurrence of anything stays whole, and so does a whole file of which only
 * ranges are shown again. No line of a range goes unless its text is shown in a node that is pointed at, or the file was
 * written or is shown whole behind it. Takes time in proportion to what is shown.
 */
export function findRepeats(
  shown: readonly Shown[],
  { measure, wording = repeatWording() }: Pick<RepeatOptions, 'measure'> & Partial<RepeatOptions>,
): Replacement[] {
  const files = new Map<string, Newer>()
  const results = new Map<string, ShownResult>()
  const found: Replacement[] = []
  for (const [back, each] of shown.toReversed().entries()) {
    const at = shown.length - 1 - back
    const replacement =
      each.kind === 'result'
        ? repeatOfResult(each, results, { measure, wording })
        : repeatOfPath(each, at, newerOf(files, each.key), { measure, wording })
    if (replacement) found.push(replacement)
  }
  return found.reverse()
}

function repeatOfPath(
  each: Exclude<Shown, ShownResult>,
  at: number,
  newer: Newer,
  how: RepeatOptions,
): Replacement | undefined {
  if (each.kind === 'file') return repeatOfFile(each, at, newer, how)
  newer.write = at
  return undefined
}

function newerOf(files: Map<string, Newer>, key: string): Newer {
  const newer = files.get(key) ?? nothingNewer()
  files.set(key, newer)
  return newer
}

/** The newest of equal results stays; an older one goes for it. */
function repeatOfResult(
  result: ShownResult,
  newest: Map<string, ShownResult>,
  { measure, wording }: RepeatOptions,
): Replacement | undefined {
  const target = newest.get(result.key)
  if (!target) {
    newest.set(result.key, result)
    return undefined
  }
  const pointsTo = [target.node]
  const text = wording.notice({ kind: 'repeated', of: 'result', name: result.tool, pointsTo })
  const size = result.texts.reduce((sum, each) => sum + measure.count(each), 0)
  const saves = size - measure.count(text)
  return saves > 0 ? { ...placeOf(result), form: 'notice', kind: 'repeated', pointsTo, text, saves } : undefined
}
