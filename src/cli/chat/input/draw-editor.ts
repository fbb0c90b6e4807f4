import type { Style } from '../../context.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { cutToWidth, widthOf } from '../../print/width.ts'
import type { Cursor } from '../terminal/screen.ts'
import type { EditorState } from './editor-state.ts'

/** The editor as the terminal shows it. */
export interface DrawnEditor {
  readonly lines: readonly string[]
  readonly cursor: Cursor
}

/** How much room there is, and what stands before the text. */
export interface EditorView {
  readonly style: Style
  /** Columns. */
  readonly width: number
  /** Lines; of a longer text those around the cursor are shown. */
  readonly height: number
}

const prompt = '› '

/** The text behind its prompt, broken between graphemes, and where the cursor stands. Pure. */
export function drawEditor(state: EditorState, { style, width, height }: EditorView): DrawnEditor {
  const room = Math.max(4, width - prompt.length)
  const rows: string[] = ['']
  let used = 0
  let cursor: Cursor = { row: 0, column: 0 }
  const here = (): Cursor => ({ row: rows.length - 1, column: used })
  for (const { segment, index } of new Intl.Segmenter().segment(state.text)) {
    const shown = segment === '\n' ? '' : visible(segment)
    const wide = widthOf(shown)
    if (used + wide > room) {
      rows.push('')
      used = 0
    }
    if (index === state.cursor) cursor = here()
    if (segment === '\n') {
      rows.push('')
      used = 0
      continue
    }
    rows[rows.length - 1] += shown
    used += wide
  }
  if (state.cursor === state.text.length) {
    if (used >= room) {
      rows.push('')
      used = 0
    }
    cursor = here()
  }
  const most = Math.max(1, height)
  const top = Math.max(0, Math.min(cursor.row - Math.floor(most / 2), rows.length - most))
  const lines = rows.slice(top, top + most).map((row, at) => {
    const first = top + at === 0
    const isCut = (at === 0 && top > 0) || (at === most - 1 && top + most < rows.length)
    return `${first ? style.green(prompt) : style.dim(isCut ? '⋮ ' : '  ')}${row}`
  })
  const search = state.search ? [searchLine(state.search, { style, width })] : []
  return { lines: [...lines, ...search], cursor: { row: cursor.row - top, column: cursor.column + prompt.length } }
}

function searchLine(
  { query, found }: NonNullable<EditorState['search']>,
  { style, width }: Pick<EditorView, 'style' | 'width'>,
): string {
  const missing = query !== '' && found < 0 ? ' (nothing)' : ''
  return style.dim(cutToWidth(`search backwards: ${sanitizeLine(query)}${missing}`, width))
}

/** What was said, as it stays on the screen. */
export function spokenLines(text: string, style: Style): string[] {
  return text
    .split('\n')
    .map(
      (line, at) => (at === 0 ? style.green(prompt) : '  ') + style.bold(sanitizeLine(line.replaceAll('\t', '    '))),
    )
}

function visible(grapheme: string): string {
  return grapheme === '\t' ? '    ' : sanitizeLine(grapheme)
}
