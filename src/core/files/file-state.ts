import type { Part } from '../content/part.ts'
import { lastLine, linesOf } from '../repeats/lines.ts'
import type { BookedFile, FileUse } from './file-book.ts'
import { fileChanges } from './file-change.ts'

/** Lines in a row, from a number on. Where they stand in the file is not known of one beyond `numbered`. */
export interface Run {
  readonly from: number
  readonly lines: readonly string[]
}

/** Runs from here on have a place of their own instead of a line number: something was changed where it could not be seen. */
const numbered = 10_000_000
/** So far do runs without numbers stand from one another, that no lines around one are those of another. */
const apart = 1000

/** Whether the lines' numbers are known. */
export function hasNumbers({ from }: Run): boolean {
  return from < numbered
}

/** A file as far as the session knows it: runs of lines, in order and apart. */
export interface FileState {
  readonly key: string
  readonly path: string
  /** The runs are the whole file. */
  readonly whole: boolean
  readonly runs: readonly Run[]
  /** Where it was used last, newest first: the lines, as they are numbered now. */
  readonly places: readonly { readonly from: number; readonly to: number }[]
  /** The node of the newest use. */
  readonly node: string
}

/** Puts a file's newest state together from what was read, written and changed. Contents by node. */
export function stateOf(file: BookedFile, partsOf: (node: string) => readonly Part[]): FileState {
  let runs: readonly Run[] = []
  let whole = false
  const shown: (Shown | undefined)[] = []
  for (const use of file.uses) {
    const seen = shownBy(use, file.path, partsOf(use.node))
    shown.push(seen)
    if (seen?.kind === 'all') {
      runs = [{ from: 1, lines: seen.lines }]
      whole = true
    } else if (seen?.kind === 'lines') runs = overlaid(runs, seen)
    else if (seen?.kind === 'change') for (const each of seen.changes) runs = replaced(runs, each, whole)
  }
  const places = shown.toReversed().flatMap((seen) => placesOf(seen, runs))
  return { key: file.key, path: file.path, whole, runs, places, node: file.uses.at(-1)?.node ?? '' }
}

interface Change {
  readonly before: string
  readonly after: string
  readonly all?: true
}

type Shown =
  | { readonly kind: 'all'; readonly lines: readonly string[] }
  | { readonly kind: 'lines'; readonly from: number; readonly lines: readonly string[] }
  | { readonly kind: 'change'; readonly changes: readonly Change[] }

function shownBy(use: FileUse, path: string, parts: readonly Part[]): Shown | undefined {
  const part = parts[use.part]
  if (part?.kind === 'tool-call') {
    const changes = fileChanges(part.name, part.input)
    const written = changes.find(({ kind }) => kind === 'write')
    if (written?.kind === 'write') return { kind: 'all', lines: written.text.split('\n') }
    return { kind: 'change', changes: changes.filter((each) => each.kind === 'edit') }
  }
  const file = part?.kind === 'tool-result' ? part.content[use.within ?? -1] : part
  if (file?.kind !== 'file' || file.path !== path) return file?.kind === 'file' ? linesIn(file.text, use) : undefined
  return linesIn(file.text, use)
}

function linesIn(text: string, { lines }: FileUse): Shown | undefined {
  const range = lines ? { from: lines[0], to: lines[1] } : { from: 1, to: lastLine(text) }
  const found = linesOf(text, range)
  if (!found) return lines ? undefined : { kind: 'all', lines: text.split('\n') }
  const texts = found.lines.map((line) => line.text)
  return lines ? { kind: 'lines', from: range.from, lines: texts } : { kind: 'all', lines: texts }
}

/** The runs with newer lines in their place. A run without numbers goes where the newer lines show one of its own. */
function overlaid(runs: readonly Run[], { from, lines }: Run): Run[] {
  const to = from + lines.length
  const shown = new Set(lines.filter(tellsMuch))
  const rest = runs.flatMap((run) => {
    if (!hasNumbers(run)) return run.lines.some((line) => shown.has(line)) ? [] : [run]
    const end = run.from + run.lines.length
    const before = run.from < from ? [{ from: run.from, lines: run.lines.slice(0, from - run.from) }] : []
    const behind =
      end > to ? [{ from: Math.max(to, run.from), lines: run.lines.slice(Math.max(0, to - run.from)) }] : []
    return [...before, ...behind]
  })
  const merged: { from: number; lines: string[] }[] = []
  for (const run of [...rest, { from, lines }].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && last.from + last.lines.length === run.from) last.lines = [...last.lines, ...run.lines]
    else merged.push({ from: run.from, lines: [...run.lines] })
  }
  return merged
}

/** Whether a line is hardly found at two places of a file. */
function tellsMuch(line: string): boolean {
  return line.trim().length >= 8
}

/**
 * The runs after a change of a text that stands in one of them; what stands behind is numbered on. A change that cannot be
 * seen takes the numbers from all runs, if it may have moved them, and is known from then on itself. Where the whole file is known
 * and has no such text, the change has failed.
 */
function replaced(runs: readonly Run[], { before, after, all }: Change, whole: boolean): readonly Run[] {
  for (const [at, run] of runs.entries()) {
    const text = run.lines.join('\n')
    if (!text.includes(before)) continue
    const lines = (all ? text.replaceAll(before, () => after) : text.replace(before, () => after)).split('\n')
    const more = lines.length - run.lines.length
    const changed = runs.map((each, index) => {
      if (index === at) return { from: each.from, lines }
      return index < at || !hasNumbers(each) ? each : { ...each, from: each.from + more }
    })
    return hasNumbers(run) || more === 0 ? changed : withoutNumbers(changed)
  }
  if (whole) return runs
  const lines = after.split('\n')
  const isMoved = before.split('\n').length !== lines.length
  const rest = isMoved ? withoutNumbers(runs) : runs
  return after === '' ? rest : [...rest, { from: placeBeyond(rest), lines }]
}

function withoutNumbers(runs: readonly Run[]): readonly Run[] {
  let place = placeBeyond(runs)
  return runs.map((run) => {
    if (!hasNumbers(run)) return run
    const from = place
    place += run.lines.length + apart
    return { ...run, from }
  })
}

/** A place behind everything that has one already, and apart from it. */
function placeBeyond(runs: readonly Run[]): number {
  const end = runs.reduce((most, { from, lines }) => Math.max(most, from + lines.length), 0)
  return Math.max(numbered, end + apart)
}

function placesOf(seen: Shown | undefined, runs: readonly Run[]): { from: number; to: number }[] {
  if (seen?.kind === 'lines') return [{ from: seen.from, to: seen.from + seen.lines.length - 1 }]
  if (seen?.kind !== 'change') return []
  return seen.changes.flatMap(({ after }) => {
    for (const run of runs) {
      const text = run.lines.join('\n')
      const start = text.indexOf(after)
      if (start === -1 || after === '') continue
      const from = run.from + text.slice(0, start).split('\n').length - 1
      return [{ from, to: from + after.split('\n').length - 1 }]
    }
    return []
  })
}
