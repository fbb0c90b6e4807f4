import { fileUsesIn, linesShown } from '../replay/file-uses.ts'
import type { Session } from '../replay/session.ts'
import { resultText, type Sizes } from '../replay/sizes.ts'

/** How much of a session, or of several together, is file reads, and how much of these came before. Sizes in tokens. */
export interface Repeats {
  /** Of everything. */
  readonly size: number
  readonly reads: number
  readonly readSize: number
  /** Reads of a path that was read before. */
  readonly samePath: number
  /** The size of reads with the path and the text of an earlier one. */
  readonly exactSize: number
  readonly lines: number
  /** Lines that an earlier read of the path showed. */
  readonly linesBefore: number
  /** Reads with a write to the path behind them. */
  readonly stale: number
}

/** Counts over one session. */
export function repeatsIn(session: Session, sizes: Sizes): Repeats {
  const uses = fileUsesIn(session.messages)
  const shown = new Map<string, { readonly texts: Set<string>; readonly lines: Set<string> }>()
  let total = emptyRepeats(sizes.ofFrame(session) + sum(session.messages.map((message) => sizes.ofMessage(message))))
  for (const [at, use] of uses.entries()) {
    if (use.way === 'write') continue
    const size = sizes.ofBlock(use.result)
    const text = resultText(use.result)
    const lines = linesShown(text)
    const before = shown.get(use.path)
    total = together(total, {
      size: 0,
      reads: 1,
      readSize: size,
      samePath: before ? 1 : 0,
      exactSize: before?.texts.has(text) ? size : 0,
      lines: lines.length,
      linesBefore: lines.filter((line) => before?.lines.has(line)).length,
      stale: uses.slice(at).some(({ way, path }) => way === 'write' && path === use.path) ? 1 : 0,
    })
    const { texts, lines: known } = before ?? { texts: new Set<string>(), lines: new Set<string>() }
    shown.set(use.path, { texts: texts.add(text), lines: known })
    for (const line of lines) known.add(line)
  }
  return total
}

/** Nothing read in a session of this size. */
export function emptyRepeats(size: number): Repeats {
  return { size, reads: 0, readSize: 0, samePath: 0, exactSize: 0, lines: 0, linesBefore: 0, stale: 0 }
}

/** Both together. */
export function together(one: Repeats, other: Repeats): Repeats {
  return {
    size: one.size + other.size,
    reads: one.reads + other.reads,
    readSize: one.readSize + other.readSize,
    samePath: one.samePath + other.samePath,
    exactSize: one.exactSize + other.exactSize,
    lines: one.lines + other.lines,
    linesBefore: one.linesBefore + other.linesBefore,
    stale: one.stale + other.stale,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}
