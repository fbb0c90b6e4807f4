import { count } from '../figures.ts'
import { sanitizeLine } from '../sanitize.ts'
import { cutToWidth, widthOf } from '../width.ts'
import { columnPeaks, type Series, type Span, spanOf } from './series.ts'
import { curveClass, svgStyle } from './svg-style.ts'
import { character, escaped, round, text } from './svg-text.ts'
import { callTicks, roundTicks } from './ticks.ts'

/** What a drawing says beside its curves. */
export interface SvgOptions {
  readonly title: string
  readonly limit: number | null
  /** What the values count: `tokens`. */
  readonly unit: string
}

/** The width of the whole, the height of the plot and the edge around, in units of the drawing. */
const width = 960
const plotHeight = 320
const margin = 24
/** A step has two points, so that a curve has at most 2,000. */
const mostSteps = 1000
/** With more than so many, curves are drawn finer. */
const manySteps = 400

/** Where the curves are drawn. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly span: Span
}

/**
 * The series as curves over the calls in one SVG that needs nothing else: in steps, one for each call, or, where
 * there are more than 1,000, one for the highest of several, as a note says. The axes are labelled at round figures,
 * the limit is a dashed line. Light, or dark where the reader's system asks for it. The same series give the same
 * text.
 */
export function plotSvg(series: readonly Series[], { title, limit, unit }: SvgOptions): string {
  const span = spanOf(series, limit)
  const keys = legend(series, span)
  const left = margin + Math.ceil(count(Math.round(span.top)).length * character) + 8
  const box: Box = { x: left, y: 116 + keys.rows * 22, width: width - left - margin, span }
  const height = box.y + plotHeight + 56
  const name = escaped(title)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    `<style>\n${svgStyle()}\n</style>`,
    `<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<text class="title" x="${margin}" y="38">${escaped(cutToWidth(sanitizeLine(title), 90))}</text>`,
    ...keys.lines,
    ...(span.calls === 0
      ? [text('quiet', width / 2, box.y + plotHeight / 2, 'No calls to plot.', 'middle')]
      : [
          ...valueAxis(box, unit),
          ...callAxis(box),
          ...limitLine(
            box,
            series.map((each, place) => curve(each, place, place < series.length - 1, box)),
          ),
        ]),
    '</svg>',
    '',
  ].join('\n')
}

function heightOf(value: number, { y, span }: Box): number {
  return y + plotHeight * (1 - value / span.top)
}

function valueAxis(box: Box, unit: string): string[] {
  const { x, y, width: wide, span } = box
  return [
    text('quiet', margin, y - 20, cutToWidth(sanitizeLine(unit), 60)),
    ...roundTicks(span.top, 6).flatMap((value) => {
      const at = round(heightOf(value, box))
      const line = value === 0 ? '' : `<path class="grid" d="M${x} ${at}h${wide}"/>`
      return [line, text('quiet', x - 8, at + 4, count(value), 'end')].filter((each) => each !== '')
    }),
  ]
}

function callAxis({ x, y, width: wide, span }: Box): string[] {
  const floor = y + plotHeight
  const ticks = callTicks(span.calls, { length: wide, character, gap: 40 })
  return [
    `<path class="axis" d="M${x} ${floor}h${wide}${ticks.map(({ at }) => `M${round(x + at)} ${floor}v5`).join('')}"/>`,
    ...ticks.map(({ text: label, start }) =>
      text('quiet', x + start + (label.length * character) / 2, floor + 20, label, 'middle'),
    ),
    text('quiet', x + wide / 2, floor + 40, 'call', 'middle'),
  ]
}

/** The limit's line under the curves, its figure over them. */
function limitLine(box: Box, curves: readonly string[]): readonly string[] {
  const { x, width: wide, span } = box
  if (span.limit === null) return curves
  const at = round(heightOf(span.limit, box))
  const figure = `limit ${count(Math.round(span.limit))}`
  return [
    `<path class="limit" d="M${x} ${at}h${wide}"/>`,
    ...curves,
    text('limit-text', x + wide, at - 8, figure, 'end'),
  ]
}

/** A curve in steps, with a new beginning after each gap; wide where others may lie on it, so that each is seen. */
function curve({ values }: Series, place: number, below: boolean, box: Box): string {
  const columns = Math.min(box.span.calls, mostSteps)
  const peaks = columnPeaks(values, box.span.calls, columns)
  let path = ''
  peaks.forEach((peak, i) => {
    if (peak === undefined) return
    const before = peaks[i - 1]
    const y = round(heightOf(peak, box))
    if (before === undefined) path += `M${round(box.x + (i * box.width) / columns)} ${y}`
    else if (before !== peak) path += `V${y}`
    if (peaks[i + 1] !== peak) path += `H${round(box.x + ((i + 1) * box.width) / columns)}`
  })
  const fine = columns > manySteps ? ' fine' : ''
  return `<path class="curve${fine === '' && below ? ' wide' : fine} ${curveClass(place)}" d="${path}"/>`
}

/** The keys of the curves below the title, and what the drawing leaves out, in as many rows as they need. */
function legend(
  series: readonly Series[],
  { above, calls }: Span,
): { readonly lines: string[]; readonly rows: number } {
  const each = Math.ceil(calls / mostSteps)
  const entries = [
    ...series.map(({ name }, place) => ({ name: cutToWidth(sanitizeLine(name), 60), key: curveClass(place) })),
    ...(above === null ? [] : [{ name: `limit ${count(Math.round(above))}, above`, key: null }]),
    ...(each > 1 ? [{ name: `peak per ${count(each)} calls`, key: null }] : []),
  ]
  let [x, row] = [margin, 0]
  const lines = entries.flatMap(({ name, key }) => {
    const lead = key === null ? 0 : 26
    const size = lead + widthOf(name) * character
    if (x > margin && x + size > width - margin) [x, row] = [margin, row + 1]
    const [from, y] = [x, 64 + row * 22]
    x += size + 14
    const label = text(key === null ? 'quiet' : '', from + lead, y, name)
    return key === null ? [label] : [`<path class="key ${key}" d="M${round(from + 1)} ${y - 4}h16"/>`, label]
  })
  return { lines, rows: row }
}
