import { widthOf } from '../../print/width.ts'
import type { Run } from './inline.ts'

/** A line of runs; `from` is where it begins in the source, null where that cannot be said. */
export interface WrappedLine {
  readonly runs: readonly Run[]
  readonly from: number | null
  readonly width: number
}

/** What cannot be broken: a word, a wide character with the punctuation behind it, or white space. */
interface Atom {
  readonly runs: Run[]
  width: number
  readonly blank: boolean
}

/**
 * Runs as lines of at most `width` columns, broken at white space and beside wide characters; a longer word has lines of
 * its own and is broken between graphemes. White space at a break goes. Always one line at least. What follows a text
 * changes none of its lines but the last.
 */
export function wrapRuns(runs: readonly Run[], width: number): WrappedLine[] {
  const room = Math.max(2, width)
  const lines: Atom[][] = [[]]
  let used = 0
  const begin = (): void => {
    lines.push([])
    used = 0
  }
  const put = (atom: Atom): void => {
    lines.at(-1)?.push(atom)
    used += atom.width
  }
  for (const atom of atomsOf(runs)) {
    if (atom.blank) {
      if (used > 0 || lines.length === 1) put(atom)
      continue
    }
    if (used > 0 && used + atom.width > room) begin()
    if (atom.width <= room) {
      put(atom)
      continue
    }
    for (const grapheme of graphemesOf(atom.runs)) {
      if (used > 0 && used + grapheme.width > room) begin()
      put(grapheme)
    }
  }
  return lines.map(lineOf)
}

function lineOf(atoms: readonly Atom[]): WrappedLine {
  const end = atoms.findLastIndex(({ blank }) => !blank)
  const kept = atoms.slice(0, end + 1)
  const runs = kept.flatMap((atom) => atom.runs)
  return { runs, from: runs[0]?.from ?? null, width: kept.reduce((sum, atom) => sum + atom.width, 0) }
}

/** Closing punctuation does not begin a line. */
const closing = /^[、。，．・：；？！」』）】〕〉》”’…)\]},.!?:;%]$/u
const segmenter = new Intl.Segmenter()

function atomsOf(runs: readonly Run[]): Atom[] {
  const atoms: Atom[] = []
  let glue = false
  for (const run of runs) {
    let at = 0
    for (const piece of run.text.split(/(\s+)/)) {
      if (piece === '') continue
      const from = at
      at += piece.length
      if (/^\s/.test(piece) && piece !== '\u00a0') {
        atoms.push({ runs: [pieceOf(run, piece, from)], width: widthOf(piece), blank: true })
        glue = false
      } else glue = addWords(atoms, run, piece, from, glue)
    }
  }
  return atoms
}

/** Puts a text without white space behind the atoms, to the last one where `glue` says so; says the same of what follows. */
function addWords(atoms: Atom[], run: Run, text: string, from: number, glue: boolean): boolean {
  let joined = glue
  const add = (word: string, at: number): void => {
    const piece = pieceOf(run, word, at)
    const last = joined ? atoms.at(-1) : undefined
    if (last) {
      last.runs.push(piece)
      last.width += widthOf(word)
    } else atoms.push({ runs: [piece], width: widthOf(word), blank: false })
  }
  if (/^[\x20-\x7e]*$/.test(text)) {
    joined ||= closing.test(text) && atoms.length > 0 && atoms.at(-1)?.blank === false
    add(text, from)
    return true
  }
  let start = 0
  let word = ''
  for (const { segment, index } of segmenter.segment(text)) {
    if (widthOf(segment) < 2 && !closing.test(segment)) {
      if (word === '') start = index
      word += segment
      continue
    }
    if (word !== '') add(word, from + start)
    joined = closing.test(segment) && (word !== '' || joined || (index > 0 && atoms.at(-1)?.blank === false))
    word = ''
    add(segment, from + index)
    joined = false
  }
  if (word === '') return false
  add(word, from + start)
  return true
}

function* graphemesOf(runs: readonly Run[]): Generator<Atom> {
  for (const run of runs)
    for (const { segment, index } of segmenter.segment(run.text))
      yield { runs: [pieceOf(run, segment, index)], width: widthOf(segment), blank: false }
}

function pieceOf(run: Run, text: string, at: number): Run {
  return { text, looks: run.looks, from: run.from === null ? null : run.from + at }
}
