import { stripVTControlCharacters } from 'node:util'
import { cutToWidth, widthOf } from '../../print/width.ts'
import type { ChatOutput } from './chat-io.ts'

/** What stands below everything that was printed for good, from top to bottom. */
const slots = ['answer', 'waiting', 'input', 'below'] as const
export type Slot = (typeof slots)[number]

/** A place in the lines of a slot; columns are those of the terminal. */
export interface Cursor {
  readonly row: number
  readonly column: number
}

/**
 * An ordinary scrolling terminal with a few live lines at its end. What is printed scrolls up and is never touched again;
 * the live lines are drawn anew, at most once for everything that happens at one moment. Lines are as the terminal takes them:
 * sanitized, with their colours.
 */
export interface Screen {
  /** Columns that a line may have. */
  readonly width: number
  /** Lines for good. Long ones are broken by the terminal. */
  print(lines: readonly string[]): void
  /** Replaces the lines of a slot; the cursor stands in the one that has it. */
  set(slot: Slot, lines: readonly string[], cursor?: Cursor): void
  /** Writes what is waiting, now. */
  flush(): void
  /** Takes the live lines away until `resume`, so that others can write. */
  pause(): void
  resume(): void
  /** Takes the live lines away for good; nothing is written any more. */
  close(): void
  /** Draws everything below what was printed anew, on an empty terminal if `clear`. */
  redraw(clear?: boolean): void
}

interface Shown {
  readonly lines: readonly string[]
  readonly cursor?: Cursor
}

const control = '\u001b['

export function createScreen(output: ChatOutput): Screen {
  const live = new Map<Slot, Shown>()
  let printed: string[] = []
  let drawn: { readonly widths: readonly number[]; readonly cursor: Cursor } | undefined
  let scheduled = false
  let paused = false
  let closed = false
  let before = ''

  const columns = (): number => Math.max(2, output.columns ?? 80)

  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    queueMicrotask(() => {
      if (scheduled) flush()
    })
  }

  /** Moves to the first live line and clears everything from there on. The terminal may have broken lines anew since. */
  const erase = (): string => {
    if (!drawn) return ''
    const { widths, cursor } = drawn
    drawn = undefined
    const heights = widths.slice(0, cursor.row).map((width) => Math.max(1, Math.ceil(width / columns())))
    const up = heights.reduce((sum, each) => sum + each, 0) + Math.floor(cursor.column / columns())
    // From the second column on: some terminals keep a copy of a screen that is cleared from its first.
    return `\r${up > 0 ? `${control}${up}A` : ''}${control}C${control}J\r${control}K`
  }

  const liveLines = (): { lines: string[]; cursor: Cursor | undefined } => {
    const lines: string[] = []
    let cursor: Cursor | undefined
    for (const slot of slots) {
      const shown = live.get(slot)
      if (!shown) continue
      if (shown.cursor) cursor = { row: lines.length + shown.cursor.row, column: shown.cursor.column }
      lines.push(...shown.lines.map((line) => within(line, columns() - 1)))
    }
    const over = Math.max(0, lines.length - Math.max(2, (output.rows ?? 24) - 1))
    return {
      lines: lines.slice(over),
      cursor: cursor && { row: Math.max(0, cursor.row - over), column: Math.min(cursor.column, columns() - 1) },
    }
  }

  const draw = (): string => {
    const { lines, cursor: wanted } = liveLines()
    if (lines.length === 0) return ''
    const widths = lines.map((line) => widthOf(stripVTControlCharacters(line)))
    const last: Cursor = { row: lines.length - 1, column: widths.at(-1) ?? 0 }
    const cursor = wanted ?? last
    drawn = { widths, cursor }
    const up = last.row - cursor.row
    const move = `\r${up > 0 ? `${control}${up}A` : ''}${cursor.column > 0 ? `${control}${cursor.column}C` : ''}`
    return lines.join('\r\n') + move + (wanted ? `${control}?25h` : '')
  }

  const flush = (): void => {
    scheduled = false
    if (closed) return
    const erased = erase()
    const lines = printed.map((line) => `${line}\r\n`).join('')
    printed = []
    const text = `${before}${erased}${lines}${paused ? `${control}?25h` : draw()}`
    before = ''
    if (text !== '') output.write(`${control}?25l${text}`)
  }

  return {
    get width() {
      return columns() - 1
    },
    print(lines) {
      if (lines.length === 0) return
      printed.push(...lines)
      schedule()
    },
    set(slot, lines, cursor) {
      const old = live.get(slot)
      if (lines.length === 0 && !old) return
      if (old && !cursor && !old.cursor && isSame(old.lines, lines)) return
      if (lines.length === 0) live.delete(slot)
      else live.set(slot, cursor ? { lines, cursor } : { lines })
      schedule()
    },
    flush,
    pause() {
      paused = true
      flush()
    },
    resume() {
      paused = false
      schedule()
    },
    close() {
      paused = true
      flush()
      closed = true
    },
    redraw(clear = false) {
      if (clear) {
        drawn = undefined
        before = `${control}2J${control}H`
      }
      schedule()
    },
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at])
}

/** A line that is too long loses its colours and its end. */
function within(line: string, width: number): string {
  const plain = stripVTControlCharacters(line)
  return widthOf(plain) <= width ? line : cutToWidth(plain, width)
}
