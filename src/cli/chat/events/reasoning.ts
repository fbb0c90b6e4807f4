import type { Style } from '../../context.ts'
import { counted } from '../../print/figures.ts'
import { sanitize } from '../../print/sanitize.ts'
import { wrapRuns } from '../markdown/wrap.ts'

const mostLines = 3
/** So much of the end is looked at while it grows. */
const recent = 1000

/** Reasoning that is complete: its first lines, and how many more there are. */
export function foldedReasoning(text: string, style: Style, width: number): string[] {
  const lines = wrapped(text, width)
  const more = lines.length - mostLines
  const shown = lines.slice(0, more > 1 ? mostLines : lines.length)
  return [...shown, ...(more > 1 ? [`… ${counted(more, 'more line')} of reasoning`] : [])].map((line) =>
    dimmed(line, style),
  )
}

/** The last lines of reasoning that is still coming. */
export function growingReasoning(text: string, style: Style, width: number): string[] {
  return wrapped(text.slice(-recent), width)
    .slice(-mostLines)
    .map((line) => dimmed(line, style))
}

function wrapped(text: string, width: number): string[] {
  const clean = sanitize(text).replaceAll('\t', '    ')
  return clean
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => wrapRuns([{ text: line.trimEnd(), looks: [], from: null }], Math.min(100, width) - 2))
    .map(({ runs }) => runs.map((run) => run.text).join(''))
}

function dimmed(line: string, style: Style): string {
  return style.dim(`┊ ${style.italic(line)}`)
}
