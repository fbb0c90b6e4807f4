import type { Style } from '../context.ts'
import { counted } from '../print/figures.ts'
import { sanitize } from '../print/sanitize.ts'
import { cutToWidth } from '../print/width.ts'
import { paintDiffLine } from './markdown/code.ts'

const mostLines = 40

/** A unified diff, coloured, each line on one line of the terminal, at most 40 and how many more there are. */
export function diffLines(diff: string, style: Style, width: number): string[] {
  const lines = sanitize(diff).replaceAll('\t', '    ').replace(/\n$/, '').split('\n')
  const shown = lines.slice(0, mostLines).map((line) => paintDiffLine(cutToWidth(line, Math.max(1, width)), style))
  const more = lines.length - shown.length
  return more > 0 ? [...shown, style.dim(`… ${counted(more, 'more line')}`)] : shown
}
