import type { FilePart, LineRange, ResultContent } from '../../core/content/part.ts'

/** So many characters are given at one time; the session shortens what is longer than 24,000. */
const longestShown = 20_000

/** Lines of something, as many as are given at one time. */
export interface LinesShown {
  readonly text: string
  readonly range: LineRange
  readonly total: number
  readonly isWhole: boolean
}

/** Lines from one number to another, as many as may go at one time, but one at least; undefined where there is none. */
export function showLines(lines: readonly string[], from = 1, to: number = lines.length): LinesShown | undefined {
  const shown: string[] = []
  let length = 0
  for (const line of lines.slice(from - 1, to)) {
    length += line.length
    if (length > longestShown && shown.length > 0) break
    shown.push(line)
  }
  if (shown.length === 0) return undefined
  const range = { from, to: from + shown.length - 1 }
  return { text: shown.join(''), range, total: lines.length, isWhole: shown.length === lines.length }
}

/** What is said below lines that are not all. */
export function remarkOn({ range, total }: LinesShown): string {
  const lines = `lines ${range.from}-${range.to} of ${total}`
  return range.to < total ? `[${lines}; the next begin at start_line ${range.to + 1}]` : `[${lines}]`
}

/** Lines of a file as a result has them. */
export function fileLines(path: string, way: FilePart['way'], { text, range, isWhole }: LinesShown): ResultContent {
  return { kind: 'file', path, way, text, ...(isWhole ? {} : { range }) }
}
