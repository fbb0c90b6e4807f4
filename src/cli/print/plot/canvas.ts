/** How curves are put into characters: `across` by `up` points in each. */
export interface Ink {
  readonly across: number
  readonly up: number
  /** Whether a character can show several curves. */
  readonly merges: boolean
  /**
   * What a curve leaves at a point of the drawing, in a column in which it goes from one height to another: bits of
   * a character.
   */
  readonly mark: (x: number, y: number, from: number, to: number) => number
  /** The character of such bits for the curve of that place. */
  readonly glyph: (bits: number, curve: number) => string
  /** The character of the limit: `y` is its height inside of the character; blank where its dashes leave a gap. */
  readonly dash: (y: number, column: number) => string
  /** How the legend shows a curve, and the limit. */
  readonly key: (curve: number | 'limit') => string
}

/** Points of 2 by 4 in a character: fine, but only colour tells curves apart. */
export const braille: Ink = {
  across: 2,
  up: 4,
  merges: true,
  mark: (x, y, from, to) => (y === from && from !== to ? 0 : (dots[x % 2]?.[y % 4] ?? 0)),
  glyph: (bits) => String.fromCharCode(0x2800 + bits),
  dash: (y, column) =>
    column % 2 === 0 ? String.fromCharCode(0x2800 + (dots[0]?.[y] ?? 0) + (dots[1]?.[y] ?? 0)) : ' ',
  key: (curve) => (curve === 'limit' ? '╌╌' : '━━'),
}

/** The bits of a braille character, by column and by height from below. */
const dots: readonly (readonly number[])[] = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
]

/** Where a character of a line is open. */
const [left, right, above, below] = [1, 2, 4, 8]

/** A line of its own kind for each curve, readable without colour. */
export const lines: Ink = pens(['─│╭╮╰╯', '━┃┏┓┗┛', '═║╔╗╚╝', '┄┆┌┐└┘'], () => '╌', '╌╌')

/** The same in ASCII. */
export const letters: Ink = pens(
  ['******', 'oooooo', 'xxxxxx', '######'],
  (column) => (column % 2 === 0 ? '-' : ' '),
  '- -',
)

/**
 * Each pen: across, upright, and the corners that join right and below, left and below, right and above, left and
 * above.
 */
function pens(kinds: readonly string[], dash: (column: number) => string, limitKey: string): Ink {
  const order = [left | right, above | below, right | below, left | below, right | above, left | above]
  return {
    across: 1,
    up: 1,
    merges: false,
    mark: (_, y, from, to) => {
      if (from === to) return left | right
      const [ahead, back] = to > from ? [above, below] : [below, above]
      if (y === from) return left | ahead
      return y === to ? back | right : above | below
    },
    glyph: (bits, curve) => kinds[curve % kinds.length]?.[order.indexOf(bits)] ?? ' ',
    dash: (_, column) => dash(column),
    key: (curve) => (curve === 'limit' ? limitKey : (kinds[curve % kinds.length] ?? '').slice(0, 1).repeat(2)),
  }
}

/** A character of the drawing and whose it is: a curve, by its place, or the limit. */
export interface Cell {
  readonly glyph: string
  readonly of: number | 'limit'
}

/** The size of the drawing in characters. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/**
 * Curves as characters, the highest row first. A curve is a height for each column of points, from 0 at the bottom;
 * neighbours are joined. Where curves lie on each other they take turns, two columns each; a curve covers the limit.
 */
export function draw(
  curves: readonly (readonly (number | undefined)[])[],
  limit: number | undefined,
  { columns, rows }: Size,
  ink: Ink,
): (Cell | undefined)[][] {
  const inked = curves.map((heights) => inkOf(heights, columns * rows, columns, ink))
  return Array.from({ length: rows }, (_, line) => {
    const row = rows - 1 - line
    return Array.from({ length: columns }, (_, column) => {
      const place = row * columns + column
      const present = inked.flatMap((bits, curve) => ((bits[place] ?? 0) > 0 ? [curve] : []))
      const of = present[Math.floor(column / 2) % present.length]
      if (of === undefined) {
        const dashed = limit !== undefined && Math.floor(limit / ink.up) === row
        return dashed ? { glyph: ink.dash(limit % ink.up, column), of: 'limit' } : undefined
      }
      const shown = ink.merges ? present : [of]
      return {
        glyph: ink.glyph(
          shown.reduce((bits, curve) => bits | (inked[curve]?.[place] ?? 0), 0),
          of,
        ),
        of,
      }
    })
  })
}

function inkOf(heights: readonly (number | undefined)[], cells: number, columns: number, ink: Ink): Uint8Array {
  const bits = new Uint8Array(cells)
  heights.forEach((to, x) => {
    if (to === undefined) return
    const from = heights[x - 1] ?? to
    for (let y = Math.min(from, to); y <= Math.max(from, to); y++) {
      const place = Math.floor(y / ink.up) * columns + Math.floor(x / ink.across)
      bits[place] = (bits[place] ?? 0) | ink.mark(x, y, from, to)
    }
  })
  return bits
}
