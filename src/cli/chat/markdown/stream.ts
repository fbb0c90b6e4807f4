import type { Style } from '../../context.ts'
import { sanitize } from '../../print/sanitize.ts'
import { cutToWidth } from '../../print/width.ts'
import { codePainter, type PaintCode } from './code.ts'
import { type Look, readInline } from './inline.ts'
import { paint } from './paint.ts'
import { closesFence, readLine } from './source-line.ts'
import { tableLines } from './table.ts'
import { type WrappedLine, wrapRuns } from './wrap.ts'

/** What came of a piece of text: lines that are finished, and those that may still change. */
export interface Streamed {
  readonly lines: readonly string[]
  readonly tail: readonly string[]
}

/** Markdown that comes piece by piece, as lines for a terminal. Nothing of the text can steer the terminal. */
export interface MarkdownStream {
  /** Takes the next piece. Each finished line is given once. */
  push(text: string): Streamed
  /** Gives what is left, and is ready for another text. */
  end(): readonly string[]
}

/** How wide lines may get, asked anew for each piece. */
export interface MarkdownView {
  readonly style: Style
  readonly width: () => number
}

/** A line of the source of which lines were already given: what stands before the rest, and how it looks. */
interface Begun {
  readonly rest: string
  readonly looks: readonly Look[]
}

interface Partly {
  readonly lines: readonly string[]
  readonly finished: number
  readonly cut: number
}

interface Fence {
  readonly mark: string
  readonly indent: number
  readonly first: string
  readonly paint: PaintCode
}

/** Prose is not wider than this, however wide the terminal is. */
const widestProse = 100
/** A text that is not settled for longer than this is taken as it stands. */
const longestOpen = 1000
const mostTableLines = 200

/**
 * Each line of the source stands for itself, wrapped to the width; code is not wrapped, so that it can be copied. A line is
 * given as soon as nothing that follows can change it: an emphasis or a link is waited for, and a table until it ends.
 */
export function markdownStream({ style, width }: MarkdownView): MarkdownStream {
  let buffer = ''
  let begun: Begun | undefined
  let fence: Fence | undefined
  let rows: string[] = []
  /** Whether a blank line may follow: not at the beginning, and not behind another. */
  let blankAllowed = false

  const edge = (prefix: string): string => (prefix === '' ? '' : style.dim(prefix))

  const wrapped = (body: string, first: string, rest: string): { lines: WrappedLine[]; settled: number } => {
    const { runs, settled } = readInline(body, !style.isColorSupported)
    const room = Math.min(widestProse, width()) - Math.max(first.length, rest.length)
    return { lines: wrapRuns(runs, room), settled }
  }

  const painted = (lines: readonly WrappedLine[], first: string, rest: string, looks: readonly Look[]): string[] =>
    lines.map((line, at) => edge(at === 0 ? first : rest) + paint(line.runs, style, looks))

  const whole = (first: string, rest: string, body: string, looks: readonly Look[]): string[] =>
    painted(wrapped(body, first, rest).lines, first, rest, looks)

  /** The lines of a text in progress, how many of them are finished, and where the rest begins in it. */
  const partly = (first: string, rest: string, body: string, looks: readonly Look[]): Partly => {
    const { lines, settled } = wrapped(body, first, rest)
    const isSettled = (end: number): boolean => end < settled || settled === body.length || body.length > longestOpen
    const finished = lines.findLastIndex(
      ({ from, runs: [word] }, at) => at > 0 && from !== null && isSettled(from + (word?.text.length ?? 0)),
    )
    return {
      lines: painted(lines, first, rest, looks),
      finished: Math.max(0, finished),
      cut: lines[finished]?.from ?? 0,
    }
  }

  const endTable = (): string[] => {
    if (rows.length === 0) return []
    const source = rows
    rows = []
    blankAllowed = true
    return tableLines(source, width(), style) ?? source.flatMap((row) => whole('', '', row.trim(), []))
  }

  const openFence = (line: Extract<ReturnType<typeof readLine>, { kind: 'fence' }>): string => {
    const { mark, indent, first, language } = line
    fence = { mark, indent, first, paint: codePainter(language, style) }
    return style.dim(`${first}${mark}${language}`)
  }

  const codeLine = (line: string, { indent, first, paint: painted }: Fence): string =>
    first.includes('│') ? style.dim('│ ') + painted(line.replace(/^(\s*> ?)+/, '')) : dedent(line, indent, painted)

  /** A complete line of the source. */
  const finish = (line: string): string[] => {
    if (begun) {
      const { rest, looks } = begun
      begun = undefined
      return whole(rest, rest, line, looks)
    }
    if (fence) {
      const { mark, first } = fence
      if (!closesFence(line.replace(/^(\s*> ?)+/, ''), mark)) return [codeLine(line, fence)]
      fence = undefined
      blankAllowed = true
      return [style.dim(`${first}${mark}`)]
    }
    const read = readLine(line)
    if (read.kind === 'table') {
      rows.push(line)
      return rows.length >= mostTableLines ? endTable() : []
    }
    return [...endTable(), ...shown(read)]
  }

  const shown = (read: Exclude<ReturnType<typeof readLine>, { kind: 'table' }>): string[] => {
    const allowed = blankAllowed
    blankAllowed = read.kind !== 'blank'
    switch (read.kind) {
      case 'blank':
        return allowed ? [''] : []
      case 'rule':
        return [style.dim('─'.repeat(Math.min(widestProse, width())))]
      case 'fence':
        return [openFence(read)]
      case 'text': {
        const { first, rest, body, heading } = read
        const text = heading > 0 ? body.replace(/[ \t]+#+[ \t]*$/, '') : body
        return whole(first, rest, marked(text, heading), looksOf(heading))
      }
      default:
        return read satisfies never
    }
  }

  /** A heading shows its marks where nothing else sets it apart. */
  const marked = (body: string, heading: number): string =>
    heading > 0 && !style.isColorSupported ? `${'#'.repeat(heading)} ${body}` : body

  /** The line in progress: what of it is finished, and the rest as it looks now. */
  const progress = (): Streamed => {
    const room = Math.max(1, width())
    const isLong = fence !== undefined || /^\s*\|/.test(buffer)
    const shownPart = begun === undefined && isLong ? buffer.slice(0, room * 4) : buffer
    const held = /[\ud800-\udbff\r]$/.exec(shownPart)?.[0] ?? ''
    const line = clean(shownPart.slice(0, shownPart.length - held.length))
    if (fence && !begun) return { lines: [], tail: line === '' ? [] : [cutToWidth(line, room)] }
    const read = begun ? undefined : readLine(line)
    if (read && read.kind !== 'text') {
      const open = read.kind === 'table' ? [...rows, line] : []
      return { lines: [], tail: (open.length > 0 ? open.slice(-5) : [line.trim()]).map((row) => cutToWidth(row, room)) }
    }
    const looks = begun?.looks ?? looksOf(read?.heading ?? 0)
    const first = begun?.rest ?? read?.first ?? ''
    const rest = begun?.rest ?? read?.rest ?? ''
    const body = begun ? line : marked(read?.body ?? '', read?.heading ?? 0)
    const before = begun || rows.length === 0 || line === '' ? [] : endTable()
    const { lines, finished, cut } = partly(first, rest, body, looks)
    const isBegun = finished > 0 && (begun !== undefined || /[\p{L}\p{N}]/u.test(body))
    if (!isBegun) return { lines: before, tail: line === '' ? rows.slice(-5) : lines }
    begun = { rest, looks }
    blankAllowed = true
    buffer = body.slice(cut) + held
    return { lines: [...before, ...lines.slice(0, finished)], tail: lines.slice(finished) }
  }

  const push = (text: string): Streamed => {
    const lines: string[] = []
    const pieces = (buffer + text).split('\n')
    buffer = pieces.pop() ?? ''
    for (const piece of pieces) lines.push(...finish(clean(piece.replace(/\r$/, ''))))
    const { lines: more, tail } = progress()
    return { lines: [...lines, ...more], tail }
  }

  return {
    push,
    end() {
      const last = buffer === '' ? [] : finish(clean(buffer.replace(/\r$/, '')))
      const lines = [...last, ...endTable()]
      buffer = ''
      begun = undefined
      fence = undefined
      blankAllowed = false
      return lines
    },
  }
}

function clean(line: string): string {
  return sanitize(line).replaceAll('\t', '    ')
}

function looksOf(heading: number): readonly Look[] {
  if (heading === 0) return []
  return heading <= 2 ? ['bold', 'underline'] : ['bold']
}

/** A line of code without the indentation of its block. */
function dedent(line: string, indent: number, painted: PaintCode): string {
  const blanks = /^ */.exec(line)?.[0].length ?? 0
  return painted(line.slice(Math.min(blanks, indent)))
}
