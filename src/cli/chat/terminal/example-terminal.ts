import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import pc from 'picocolors'
import { widthOf } from '../../print/width.ts'
import type { ChatIo } from './chat-io.ts'

/** A terminal for tests: what is typed goes in, and what a person would see comes out. */
export interface ExampleTerminal {
  readonly io: ChatIo
  /** Everything on the terminal with what scrolled away, without blanks at the end. */
  lines(): readonly string[]
  /** Where the cursor is, counted as in `lines`. */
  cursor(): { readonly row: number; readonly column: number }
  /** Types, and waits until everything is done that does not wait for something else. */
  type(text: string): Promise<void>
  settle(): Promise<void>
  resize(columns: number): Promise<void>
  /** Lets time pass. */
  pass(milliseconds: number): void
  readonly raw: () => boolean
  /** The bytes as they were written. */
  readonly written: () => string
}

export function exampleTerminal(columns = 80, rows = 24): ExampleTerminal {
  const input = new PassThrough()
  const view = emulator()
  const listeners = new Set<() => void>()
  let width = columns
  let time = 1_000_000
  let raw = false
  let written = ''
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await setImmediate()
  }
  return {
    io: {
      input,
      setRaw: (on) => {
        raw = on
      },
      output: {
        write: (text) => {
          written += text
          view.write(text, width)
        },
        terminal: true,
        get columns() {
          return width
        },
        rows,
      },
      errors: { write: () => undefined },
      style: pc.createColors(false),
      now: () => time,
      onResize(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    lines: view.lines,
    cursor: view.cursor,
    async type(text) {
      input.write(text)
      await settle()
    },
    settle,
    async resize(next) {
      width = next
      for (const listener of listeners) listener()
      await settle()
    },
    pass(milliseconds) {
      time += milliseconds
    },
    raw: () => raw,
    written: () => written,
  }
}

interface Emulator {
  write(text: string, columns: number): void
  lines(): readonly string[]
  cursor(): { readonly row: number; readonly column: number }
}

/** As much of a terminal as a chat uses; throws on anything else. Wide characters take two cells, the second of them empty. */
function emulator(): Emulator {
  const cells: string[][] = [[]]
  let row = 0
  let column = 0
  const line = (at: number): string[] => {
    while (cells.length <= at) cells.push([])
    return cells[at] ?? []
  }
  const control = (parameters: string, final: string): void => {
    const amount = Number(parameters || 1)
    if (final === 'A') row = Math.max(0, row - amount)
    else if (final === 'C') column += amount
    else if (final === 'K') line(row).length = Math.min(line(row).length, column)
    else if (final === 'J' && parameters === '2') cells.length = 0
    else if (final === 'J') {
      line(row).length = Math.min(line(row).length, column)
      cells.length = row + 1
    } else if (final === 'H') {
      row = 0
      column = 0
    } else if (!['h', 'l'].includes(final)) throw new Error(`a terminal for tests does not know ${parameters}${final}`)
  }
  const put = (segment: string, columns: number): void => {
    const wide = widthOf(segment)
    if (column + wide > columns) {
      row++
      column = 0
    }
    const at = line(row)
    while (at.length < column) at.push(' ')
    at.splice(column, wide, segment, ...Array.from({ length: wide - 1 }, () => ''))
    column += wide
  }
  return {
    write(text, columns) {
      for (const piece of text.split(/(\p{Cc}\[\??\d*[A-Za-z])/u)) {
        const found = /^\p{Cc}\[\??(\d*)([A-Za-z])$/u.exec(piece)
        if (found) control(found[1] ?? '', found[2] ?? '')
        else
          for (const { segment } of new Intl.Segmenter().segment(piece)) {
            if (segment.includes('\r')) column = 0
            if (segment.includes('\n')) row++
            if (!/^[\r\n]+$/.test(segment)) put(segment, columns)
            line(row)
          }
      }
    },
    lines: () => cells.map((each) => each.join('').trimEnd()),
    cursor: () => ({ row, column }),
  }
}
