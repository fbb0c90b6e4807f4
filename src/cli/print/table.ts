import { sanitizeLine } from './sanitize.ts'
import { cutToWidth, padToWidth, widthOf } from './width.ts'

/** One column of a table. */
export interface Column<Row> {
  readonly title: string
  readonly value: (row: Row) => string
  /** Numbers stand to the right. Default left. */
  readonly align?: 'left' | 'right'
  /** Gives way when the line is too long; the widest such column first. */
  readonly flexible?: boolean
  /** Left out where the terminal is too narrow for it. */
  readonly optional?: boolean
  /** Colours the finished cell; it must not change its width. */
  readonly style?: (cell: string, row: Row) => string
}

/** How wide a table may get, and how its head is coloured. */
export interface TableOptions {
  /** Columns of the terminal; no cutting without it. */
  readonly width?: number | undefined
  readonly head?: (text: string) => string
}

const gap = 2
/** Flexible columns are not cut below this. */
const narrowest = 8
/** What a flexible column should have before optional columns give way. */
const readable = 24

/**
 * Rows as lines, the head first, columns aligned by what a terminal shows. Cells are sanitized and stand on one line.
 * Lines longer than the width are shortened in their flexible columns, with `…`; no line ends in blanks. A column whose
 * cells are all empty is left out.
 */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { width, head = (text) => text }: TableOptions = {},
): string[] {
  const all = columns
    .map((column) => ({ column, cells: rows.map((row) => sanitizeLine(column.value(row)).trimEnd()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map((each) => ({ ...each, width: Math.max(widthOf(each.column.title), widest(each.cells)) }))
  const filled = width === undefined ? all : withinWidth(all, width)
  const widths = fitWidths(filled, width)
  const line = (texts: readonly string[], style: (text: string, column: number) => string): string => {
    const end = texts.findLastIndex((text) => text !== '')
    return texts
      .slice(0, end + 1)
      .map((text, i) => {
        const cut = cutToWidth(text, widths[i] ?? 0)
        const right = filled[i]?.column.align === 'right'
        const blanks = padToWidth('', (widths[i] ?? 0) - widthOf(cut))
        if (right) return blanks + style(cut, i)
        return i === end ? style(cut, i) : style(cut, i) + blanks
      })
      .join(' '.repeat(gap))
  }
  return [
    line(
      filled.map(({ column }) => column.title),
      (text) => head(text),
    ),
    ...rows.map((row, r) =>
      line(
        filled.map(({ cells }) => cells[r] ?? ''),
        (text, c) => (text === '' ? '' : (filled[c]?.column.style?.(text, row) ?? text)),
      ),
    ),
  ]
}

function widest(cells: readonly string[]): number {
  return cells.reduce((most, cell) => Math.max(most, widthOf(cell)), 0)
}

interface Wanted {
  readonly width: number
  readonly column: { readonly flexible?: boolean; readonly optional?: boolean }
}

/** Without optional columns, the last first, as long as the flexible ones would get too little. */
function withinWidth<T extends Wanted>(wanted: readonly T[], width: number): readonly T[] {
  const least = wanted.reduce(
    (sum, each) => sum + gap + (each.column.flexible === true ? Math.min(each.width, readable) : each.width),
    -gap,
  )
  const last = wanted.findLastIndex(({ column }) => column.optional === true)
  return least <= width || last < 0 ? wanted : withinWidth(wanted.toSpliced(last, 1), width)
}

function fitWidths(wanted: readonly Wanted[], width: number | undefined): number[] {
  const widths = wanted.map((each) => each.width)
  if (width === undefined) return widths
  const flexible = wanted.flatMap(({ column }, i) => (column.flexible === true ? [i] : []))
  let excess = widths.reduce((sum, each) => sum + each, 0) + gap * (widths.length - 1) - width
  while (excess > 0) {
    const [widest, next] = flexible.toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))
    const now = widest === undefined ? 0 : (widths[widest] ?? 0)
    if (widest === undefined || now <= narrowest) break
    const level = Math.max(narrowest, next === undefined ? 0 : (widths[next] ?? 0))
    const less = level < now ? Math.min(excess, now - level) : 1
    widths[widest] = now - less
    excess -= less
  }
  return widths
}
