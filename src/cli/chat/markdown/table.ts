import { lexer, type Tokens } from 'marked'
import type { Style } from '../../context.ts'
import { padToWidth } from '../../print/width.ts'
import { type Run, readInline } from './inline.ts'
import { paint } from './paint.ts'
import { wrapRuns } from './wrap.ts'

const narrowest = 4
/** A table with a longer row is not read, in UTF-16 units. */
const longestRow = 2000
const gap = ' │ '

/**
 * A complete table, its columns aligned, within `width` columns: cells are broken onto more lines where it would be wider.
 * Undefined where it is no table, or the width is too little for its columns.
 */
export function tableLines(source: readonly string[], width: number, style: Style): string[] | undefined {
  if (source.some((row) => row.length > longestRow)) return undefined
  const [token] = lexer(source.map((line) => line.trim()).join('\n'))
  if (token?.type !== 'table') return undefined
  const { header, rows, align } = token as Tokens.Table
  const cells = [header, ...rows].map((row) => row.map(({ text }) => readInline(text, !style.isColorSupported).runs))
  const widths = fitWidths(
    header.map((_, column) => Math.max(1, ...cells.map((row) => widthOfRuns(row[column] ?? [])))),
    width,
  )
  if (widths === undefined) return undefined
  const rowLines = (row: readonly (readonly Run[])[], isHead: boolean): string[] => {
    const wrapped = widths.map((columns, i) => wrapRuns(row[i] ?? [], columns))
    const height = Math.max(...wrapped.map((lines) => lines.length))
    return Array.from({ length: height }, (_, at) =>
      widths
        .map((columns, i) => {
          const line = wrapped[i]?.[at]
          const blanks = columns - (line?.width ?? 0)
          const before = align[i] === 'right' ? blanks : align[i] === 'center' ? Math.floor(blanks / 2) : 0
          const text = paint(line?.runs ?? [], style, isHead ? ['bold'] : [])
          return `${padToWidth('', before)}${text}${padToWidth('', blanks - before)}`
        })
        .join(style.dim(gap))
        .trimEnd(),
    )
  }
  const [head = [], ...body] = cells
  const rule = style.dim(widths.map((columns) => '─'.repeat(columns)).join('─┼─'))
  return [...rowLines(head, true), rule, ...body.flatMap((row) => rowLines(row, false))]
}

function widthOfRuns(runs: readonly Run[]): number {
  return wrapRuns(runs, Number.MAX_SAFE_INTEGER)[0]?.width ?? 0
}

/** The widest column gives way first. */
function fitWidths(wanted: readonly number[], width: number): number[] | undefined {
  const widths = [...wanted]
  let excess = widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1) - width
  while (excess > 0) {
    const most = Math.max(...widths)
    if (most <= narrowest) return undefined
    const at = widths.indexOf(most)
    const next = Math.max(narrowest, ...widths.filter((each) => each < most))
    const less = Math.max(1, Math.min(excess, most - next))
    widths[at] = most - less
    excess -= less
  }
  return widths
}
