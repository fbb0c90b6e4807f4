import type { Part } from '../content/part.ts'
import { lastLine, linesOf } from '../repeats/lines.ts'
import type { BookedFile, FileUse } from './file-book.ts'
import { fileChanges } from './file-change.ts'

/** Lines in a row, from a number on. */
export interface Run {
  readonly from: number
  readonly lines: readonly string[]
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
    else if (seen?.kind === 'change') for (const each of seen.changes) runs = replaced(runs, each)
  }
  const places = shown.toReversed().flatMap((seen) => placesOf(seen, runs))
  return { key: file.key, path: file.path, whole, runs, places, node: file.uses.at(-1)?.node ?? '' }
}

interface Change {
  readonly before: string
  readonly after: string
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

/** The runs with newer lines in their place. */
function overlaid(runs: readonly Run[], { from, lines }: Run): Run[] {
  const to = from + lines.length
  const rest = runs.flatMap((run) => {
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

/** The runs after a change of a text that stands in one of them; what stands behind is numbered on. */
function replaced(runs: readonly Run[], { before, after }: Change): readonly Run[] {
  for (const [at, run] of runs.entries()) {
    const text = run.lines.join('\n')
    const start = text.indexOf(before)
    if (start === -1) continue
    const lines = (text.slice(0, start) + after + text.slice(start + before.length)).split('\n')
    const more = lines.length - run.lines.length
    return runs.map((each, index) =>
      index < at ? each : index === at ? { from: each.from, lines } : { ...each, from: each.from + more },
    )
  }
  return runs
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
