import { fileUsesIn, linesShown } from './file-uses.ts'
import type { Block, Message } from './request.ts'
import { resultText, type Sizes } from './sizes.ts'

/**
 * How many tokens of messages are lines of a file that an earlier read of the same path shows: of each read its
 * tokens, in the share that such lines have of the characters of all its lines.
 */
export function rereadCounter(sizes: Sizes): (messages: readonly Message[]) => number {
  const known = new WeakMap<Block, readonly string[]>()
  return (messages) => {
    const shown = new Map<string, Set<string>>()
    let size = 0
    for (const use of fileUsesIn(messages)) {
      if (use.way === 'write') continue
      const lines = known.get(use.result) ?? linesShown(resultText(use.result))
      known.set(use.result, lines)
      const before = shown.get(use.path) ?? new Set()
      shown.set(use.path, before)
      size += sizes.ofBlock(use.result) * shareOf(lines, before)
      for (const line of lines) before.add(line)
    }
    return size
  }
}

/** The share of the lines' characters that is in lines of the set; 0 where there are no lines. */
function shareOf(lines: readonly string[], before: ReadonlySet<string>): number {
  let again = 0
  let all = 0
  for (const line of lines) {
    all += line.length
    if (before.has(line)) again += line.length
  }
  return all === 0 ? 0 : again / all
}
