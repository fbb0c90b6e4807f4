import type { Measure } from '../content/measure.ts'
import type { BookedFile, FileBook } from './file-book.ts'
import { type FileState, hasNumbers, type Run } from './file-state.ts'

/** A file in work as it is sent: whole, or the parts around the places where it was used last. */
export interface CarriedFile {
  readonly key: string
  readonly path: string
  readonly whole: boolean
  readonly text: string
  /** The lines that are shown. */
  readonly runs: readonly Run[]
  /** The node of its newest use. */
  readonly node: string
}

/** So many files at the most are in work at a time. */
const mostInWork = 16
/** A shorter name may be any word. */
const leastName = 4
/** So many of a file's newest places are shown where the whole is too large, with so many lines around each. */
const mostPlaces = 24
const linesAround = 25

/** What makes a file one in work: it is among so many of the newest uses of files, or the current turn names it. */
export interface InWork {
  readonly uses: number
  /** What the person said last. */
  readonly said: string
}

/**
 * Files in work, the most worth to be seen first: those that the session changed, those that the current turn names, then those it
 * read; newest first.
 */
export function inWork(
  { files, count }: Pick<FileBook, 'files' | 'count'>,
  { uses = Number.POSITIVE_INFINITY, said = '' }: Partial<InWork> = {},
): BookedFile[] {
  const isNamed = ({ path }: BookedFile): boolean => {
    const name = path.split(/[\\/]/).at(-1) ?? ''
    return name.length >= leastName && said.includes(name)
  }
  const rank = (file: BookedFile): number => (file.changed ? 0 : isNamed(file) ? 1 : 2)
  return files
    .filter((file) => count - (file.uses.at(-1)?.at ?? 0) <= uses || isNamed(file))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, mostInWork)
}

/**
 * A file within a room: whole, if all of it is known and fits; else the lines around its newest places, as many as fit. Undefined
 * where nothing of it does.
 */
export function carriedWithin(state: FileState, room: number, measure: Measure): CarriedFile | undefined {
  const { key, path, runs, node } = state
  const all = carriedText(path, runs, state.whole)
  if (runs.length > 0 && measure.count(all) <= room) return { key, path, whole: state.whole, text: all, runs, node }
  const near = nearestRuns(state, room - measure.count(carriedText(path, [], false)), measure)
  if (near.length === 0) return undefined
  const text = carriedText(path, near, false)
  return measure.count(text) <= room ? { key, path, whole: false, text, runs: near, node } : undefined
}

/** What stands above a file's text, and above each of its parts, says what it is. */
function carriedText(path: string, runs: readonly Run[], whole: boolean): string {
  if (whole) return `[${path}, whole, in its newest state]\n${runs.flatMap(({ lines }) => lines).join('\n')}`
  const parts = runs.map(
    (run) => `${hasNumbers(run) ? `[from line ${run.from}]` : '[a part]'}\n${run.lines.join('\n')}`,
  )
  return [`[${path}, in parts, in its newest state]`, ...parts].join('\n')
}

/** Lines around the newest places, newest first, until the room is full; a line costs one more for its end. */
function nearestRuns({ runs, places }: FileState, room: number, measure: Measure): Run[] {
  const taken = new Set<number>()
  const textAt = new Map(runs.flatMap(({ from, lines }) => lines.map((line, at) => [from + at, line] as const)))
  const gap = measure.count('[from line 99999]\n')
  let left = room
  for (const { from, to } of places.slice(0, mostPlaces)) {
    const fresh: number[] = []
    let cost = gap
    for (let line = from - linesAround; line <= to + linesAround; line++) {
      const text = taken.has(line) ? undefined : textAt.get(line)
      if (text === undefined) continue
      fresh.push(line)
      cost += measure.count(text) + 1
    }
    if (cost > left) break
    left -= cost
    for (const line of fresh) taken.add(line)
  }
  const near: { from: number; lines: string[] }[] = []
  for (const line of [...taken].sort((a, b) => a - b)) {
    const last = near.at(-1)
    if (last && last.from + last.lines.length === line) last.lines.push(textAt.get(line) ?? '')
    else near.push({ from: line, lines: [textAt.get(line) ?? ''] })
  }
  return near
}
