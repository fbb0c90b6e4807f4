import type { Piece } from './file-scorer.ts'

/** Lines that are sent, counted from 1, both ends included, as they stand in the text. */
export interface ExcerptRange {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * The best pieces of a text within a size, in order of lines. Pieces that touch are one range; what does not fit is passed
 * over. Where no piece fits, it is as many of the first lines of the best one as do. `count` tells the size of all that is
 * sent for some ranges, marks and line numbers included; it is never over `room`. Empty where no line fits.
 */
export function excerptOf(
  text: string,
  pieces: readonly Piece[],
  room: number,
  count: (ranges: readonly ExcerptRange[]) => number,
): readonly ExcerptRange[] {
  const lines = text.split('\n')
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  const inside = pieces
    .map(([from, to, score]): Piece => [Math.max(1, from), Math.min(lines.length, to), score])
    .filter(([from, to]) => from <= to)
    .sort((one, other) => other[2] - one[2] || one[0] - other[0] || one[1] - other[1])
  const taken = takenWithin(lines, inside, room, count)
  for (; taken.length > 0; taken.pop()) {
    const sent = new Uint8Array(lines.length + 1)
    for (const [from, to] of taken) sent.fill(1, from, to + 1)
    const ranges = rangesOf(lines, [1, lines.length], (line) => sent[line] === 1)
    if (count(ranges) <= room) return ranges
  }
  return headWithin(lines, inside[0], room, count)
}

/** Pieces whose new lines fit one after the other, each counted alone: a guess, for what is counted together may differ. */
function takenWithin(
  lines: readonly string[],
  pieces: readonly Piece[],
  room: number,
  count: (ranges: readonly ExcerptRange[]) => number,
): Piece[] {
  const taken: Piece[] = []
  const sent = new Uint8Array(lines.length + 1)
  const empty = count([])
  let size = empty
  for (const piece of pieces) {
    const [from, to] = piece
    const more = count(rangesOf(lines, [from, to], (line) => sent[line] === 0)) - empty
    if (size + more > room) continue
    size += more
    taken.push(piece)
    sent.fill(1, from, to + 1)
  }
  return taken
}

/** The most of a piece's first lines that fit, found by halving. */
function headWithin(
  lines: readonly string[],
  piece: Piece | undefined,
  room: number,
  count: (ranges: readonly ExcerptRange[]) => number,
): readonly ExcerptRange[] {
  if (!piece) return []
  const [from, to] = piece
  let fits: readonly ExcerptRange[] = []
  let low = from
  let high = to
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const head = [{ from, to: middle, text: lines.slice(from - 1, middle).join('\n') }]
    if (count(head) <= room) {
      fits = head
      low = middle + 1
    } else high = middle - 1
  }
  return fits
}

/** The longest ranges of lines between two, both included, that are all wanted. */
function rangesOf(
  lines: readonly string[],
  [first, last]: readonly [number, number],
  isWanted: (line: number) => boolean,
): ExcerptRange[] {
  const ranges: ExcerptRange[] = []
  for (let from = first; from <= last; from++) {
    if (!isWanted(from)) continue
    let to = from
    while (to < last && isWanted(to + 1)) to++
    ranges.push({ from, to, text: lines.slice(from - 1, to).join('\n') })
    from = to
  }
  return ranges
}
