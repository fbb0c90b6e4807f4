import type { RankedFile } from '../../src/retrieval/rank-files.ts'

/** The lines of files that are sent, by path; 1 at the number of a line that is. */
export type Sent = ReadonlyMap<string, Uint8Array>

interface Placed {
  readonly path: string
  readonly from: number
  readonly to: number
  readonly score: number
}

/** Counts the tokens of a text. */
type Count = (text: string) => number

/** Less room than this is not worth looking for a piece that fits. */
const least = 40

/**
 * The pieces of all files, best first, as far as they fit: what does not is skipped. Every file has a heading with its
 * path, and every range of lines one with its numbers; the size is that of the whole string.
 */
export function sendPieces(
  ranked: readonly RankedFile[],
  linesOf: (path: string) => readonly string[],
  limit: number,
  count: Count,
): Sent {
  const pieces = ranked
    .flatMap(({ path, pieces }) => pieces.map(([from, to, score]): Placed => ({ path, from, to, score })))
    .sort(
      (one, other) =>
        other.score - one.score || (one.path < other.path ? -1 : one.path > other.path ? 1 : one.from - other.from),
    )
  const taken: Placed[] = []
  const sent = new Map<string, Uint8Array>()
  let size = 0
  for (const piece of pieces) {
    if (size > limit - least) break
    const lines = linesOf(piece.path)
    const marks = sent.get(piece.path)
    const fresh = numbersOf(piece, lines.length).filter((line) => marks?.[line] !== 1)
    if (fresh.length === 0) continue
    const heading = (marks ? '' : headingOf(piece.path)) + rangeHeading(piece.from, piece.to)
    const more = fresh.reduce((sum, line) => sum + count(`${lines[line - 1]}\n`), count(heading))
    if (size + more > limit) continue
    size += more
    taken.push(piece)
    sent.set(piece.path, mark(marks ?? new Uint8Array(lines.length + 2), piece))
  }
  for (;;) {
    const marks = marksOf(taken, linesOf)
    if (taken.length === 0 || count(rendered(marks, linesOf)) <= limit) return marks
    taken.pop()
  }
}

function numbersOf({ from, to }: Placed, lineCount: number): number[] {
  return Array.from({ length: Math.min(to, lineCount) - from + 1 }, (_, at) => from + at)
}

function marksOf(pieces: readonly Placed[], linesOf: (path: string) => readonly string[]): Sent {
  const sent = new Map<string, Uint8Array>()
  for (const piece of pieces) {
    sent.set(piece.path, mark(sent.get(piece.path) ?? new Uint8Array(linesOf(piece.path).length + 2), piece))
  }
  return sent
}

function mark(marks: Uint8Array, { from, to }: Placed): Uint8Array {
  return marks.fill(1, from, Math.min(to, marks.length - 2) + 1)
}

/** All that is sent, as one string. */
function rendered(sent: Sent, linesOf: (path: string) => readonly string[]): string {
  let text = ''
  for (const [path, marks] of sent) {
    text += headingOf(path)
    const lines = linesOf(path)
    for (let from = marks.indexOf(1); from !== -1; ) {
      const behind = marks.indexOf(0, from)
      text += `${rangeHeading(from, behind - 1)}${lines.slice(from - 1, behind - 1).join('\n')}\n`
      from = marks.indexOf(1, behind)
    }
  }
  return text
}

function headingOf(path: string): string {
  return `# ${path}\n`
}

function rangeHeading(from: number, to: number): string {
  return `@ ${from}-${to}\n`
}
