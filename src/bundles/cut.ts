import { grow, sizeOf, type Tally, type TallyEnd } from '../core/content/tally.ts'

/** How much may stand before and after a text that is cut: what is there already, what is to follow, and the most. */
export interface Room {
  readonly tally: Tally
  readonly end: TallyEnd
  readonly most: number
}

/**
 * The beginning of a text that fits every room, or all of it: whole lines with their breaks if at least one fits, else
 * characters, up to the border of a grapheme if one fits. Empty where not one character fits. Never over. The longest there
 * is where a longer text is never smaller; tokenizers break that by a token now and then.
 */
export function cutToFit(text: string, rooms: readonly Room[]): string {
  const lines = longestFit(text, lineEnds(text), rooms)
  if (lines > 0) return text.slice(0, lines)
  const firstLine = text.slice(0, lineEnds(text).next().value ?? 0)
  const points = longestFit(firstLine, pointEnds(firstLine), rooms)
  const border = firstLine.slice(0, graphemeBorder(firstLine, points))
  // A shorter text may be larger.
  const isFitting = border !== '' && rooms.every((room) => isWithin(grow(room.tally, border), room))
  return isFitting ? border : firstLine.slice(0, points)
}

/**
 * The largest of ascending places that a text may end at, or 0. The search takes steps that double until one is too far, then
 * halves them; what is known to fit is never counted again.
 */
function longestFit(text: string, places: Iterable<number>, rooms: readonly Room[]): number {
  const ends = [...places]
  let grown = rooms.map(({ tally }) => tally)
  let fits = 0
  let low = 0
  let high = ends.length
  for (let stride = 1, isDoubling = true; low < high; ) {
    const at = isDoubling ? Math.min(low + stride, high) : Math.ceil((low + high) / 2)
    const end = ends[at - 1] ?? text.length
    const next = grown.map((tally) => grow(tally, text.slice(fits, end)))
    if (next.every((tally, index) => isWithin(tally, rooms[index]))) {
      grown = next
      fits = end
      low = at
      stride *= 2
    } else {
      high = at - 1
      isDoubling = false
    }
  }
  return fits
}

function isWithin(tally: Tally, room: Room | undefined): boolean {
  return room === undefined || sizeOf(tally, room.end) <= room.most
}

/** Behind each line's break, and behind the last line. */
function* lineEnds(text: string): Generator<number> {
  let end = 0
  for (const { 0: found, index } of text.matchAll(/\r\n|\r|\n/g)) {
    end = index + found.length
    yield end
  }
  if (end < text.length) yield text.length
}

function* pointEnds(text: string): Generator<number> {
  let at = 0
  for (const point of text) {
    at += point.length
    yield at
  }
}

/** So far back a grapheme is looked for. */
const longestGrapheme = 256

/** The last border of graphemes at or before a place; 0 where none is near. */
function graphemeBorder(text: string, place: number): number {
  if (place >= text.length) return place
  const from = Math.max(0, place - longestGrapheme)
  const near = text.slice(from, place + longestGrapheme)
  const found = new Intl.Segmenter().segment(near).containing(place - from)
  return found && (found.index > 0 || from === 0) ? from + found.index : 0
}
