import { count } from '../figures.ts'
import { padToWidth, widthOf } from '../width.ts'
import { type Cell, draw, type Size } from './canvas.ts'
import { type Entry, legendLines } from './legend.ts'
import { type Look, lookOf } from './look.ts'
import { columnPeaks, type Series, type Span, spanOf } from './series.ts'
import { callTicks, roundTicks } from './ticks.ts'

/** How a plot is put on a terminal. */
export interface PlotOptions {
  /** Columns of the whole drawing; at least 20. */
  readonly width: number
  /** Lines of the whole drawing. At least 4 are kept for the curves, however many the legend takes. */
  readonly height: number
  readonly color: boolean
  /** Draws with nothing but ASCII; see `showsUnicode`. */
  readonly plain?: boolean
  /** What the values count: `tokens`. */
  readonly unit: string
  readonly limit: number | null
}

/**
 * The series as curves over the calls, with labels at round figures, the limit as a dashed line, and a legend. Where
 * several calls share a column it shows the highest of them, and the legend says so. Curves differ by colour or,
 * without colour, by their line. No line is wider than the width, and none ends in blanks.
 */
export function plotLines(series: readonly Series[], options: PlotOptions): string[] {
  const { color, plain = false, limit } = options
  const span = spanOf(series, limit)
  const look = lookOf(series.length, { color, plain })
  if (span.calls === 0) return [look.quiet('No calls to plot.')]
  const width = Math.max(20, Math.floor(options.width))
  const unit = look.cut(options.unit, 12)
  const gutter = Math.max(widthOf(unit), Math.min(label(span.top).length, 12), 'call'.length)
  const columns = width - gutter - 3
  const indent = width < 40 ? 0 : gutter + 2
  const legend = legendLines(entries(series, span, columns, look), { width: width - indent, cut: look.cut })
  const head = `${' '.repeat(gutter - widthOf(unit))}${look.quiet(unit)}`
  const top =
    indent === 0
      ? [head, ...legend]
      : legend.map((line, i) => (i === 0 ? `${head}  ${line}` : ' '.repeat(indent) + line))
  const size: Size = { columns, rows: Math.max(4, Math.floor(options.height) - top.length - 2) }
  return [...top, ...body(series, span, { size, gutter, look }), ...foot(span.calls, { size, gutter, look })]
}

interface Frame {
  readonly size: Size
  /** The columns of the labels at the left. */
  readonly gutter: number
  readonly look: Look
}

function label(value: number): string {
  return count(Math.round(value))
}

function entries(series: readonly Series[], { limit, above, calls }: Span, columns: number, look: Look): Entry[] {
  const { ink, paint, quiet } = look
  const each = Math.ceil(calls / (columns * ink.across))
  return [
    ...series.map(({ name }, place) => ({ key: ink.key(place), text: name, paint: paint(place) })),
    ...(limit === null ? [] : [{ key: ink.key('limit'), text: 'limit', paint: paint('limit') }]),
    ...(above === null ? [] : [{ key: '', text: `limit ${label(above)}, above`, paint: paint('limit') }]),
    ...(each > 1 ? [{ key: '', text: `peak per ${count(each)} calls`, paint: quiet }] : []),
  ]
}

/** The rows of the drawing, with the figures at their left. */
function body(series: readonly Series[], { calls, top, limit }: Span, { size, gutter, look }: Frame): string[] {
  const { ink, edges, paint, quiet } = look
  const height = (value: number): number => Math.round((value / top) * (size.rows * ink.up - 1))
  const rowOf = (value: number): number => Math.floor(height(value) / ink.up)
  const curves = series.map(({ values }) =>
    columnPeaks(values, calls, size.columns * ink.across).map((peak) => (peak === undefined ? peak : height(peak))),
  )
  const ticks = new Map<number, string>()
  const place = (value: number, style: (text: string) => string): void => {
    const row = rowOf(value)
    if ([row - 1, row, row + 1].every((near) => !ticks.has(near)))
      ticks.set(row, style(padToWidth(look.cut(label(value), gutter), gutter, 'right')))
  }
  if (limit !== null) place(limit, paint('limit'))
  for (const value of [top, ...roundTicks(top, Math.min(5, Math.ceil(size.rows / 2)))])
    if (value > 0) place(value, quiet)
  return draw(curves, limit === null ? undefined : height(limit), size, ink).map((cells, line) => {
    const tick = ticks.get(size.rows - 1 - line)
    const side = quiet(tick === undefined ? edges.side : edges.sideTick)
    return `${tick ?? ' '.repeat(gutter)} ${side}${painted(cells, look)}`
  })
}

/** A row of characters in their colours, one stretch each, without blanks at the end. */
function painted(cells: readonly (Cell | undefined)[], { paint }: Look): string {
  const end = cells.findLastIndex((cell) => cell !== undefined && cell.glyph !== ' ') + 1
  let line = ''
  for (let from = 0, to = 0; from < end; from = to) {
    const of = cells[from]?.of
    let text = ''
    for (; to < end && cells[to]?.of === of; to++) text += cells[to]?.glyph ?? ' '
    line += of === undefined ? text : paint(of)(text)
  }
  return line
}

/** The horizontal axis and the calls below it. */
function foot(calls: number, { size: { columns }, gutter, look }: Frame): string[] {
  const { edges, quiet } = look
  const axis = Array.from({ length: columns }, () => edges.floor)
  let labels = ''
  for (const { text, at, start } of callTicks(calls, { length: columns, character: 1, gap: 4 })) {
    axis[Math.min(columns - 1, Math.floor(at))] = edges.floorTick
    labels = labels.padEnd(Math.round(start)) + text
  }
  return [
    quiet(`${padToWidth('0', gutter, 'right')} ${edges.corner}${axis.join('')}`),
    quiet(`${padToWidth('call', gutter, 'right')}  ${labels}`),
  ]
}
