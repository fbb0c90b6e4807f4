import { ToolRefused } from '../refusal.ts'
import { mostBytes } from './disk/text-file.ts'
import { nearMisses } from './near-misses.ts'

/** A text after a replacement, and the lines of it that are new; of a deletion, those around it. */
export interface Replaced {
  readonly text: string
  readonly count: number
  readonly changed: readonly { readonly from: number; readonly to: number }[]
}

/** Lines that are shown around what is new. */
const around = 3
/** So many places are named. */
const mostNamed = 10

/** Puts a text in the place of another, once or wherever it stands. Throws ToolRefused: not there, or too often. */
export function replaceText(
  path: string,
  text: string,
  { before, after, all }: { readonly before: string; readonly after: string; readonly all: boolean },
): Replaced {
  const starts = startsOf(text, before)
  if (starts.length === 0) throw new ToolRefused(notFound(path, text, before))
  if (starts.length > 1 && !all) throw new ToolRefused(tooOften(path, text, starts))
  const grown = after.length - before.length
  if (text.length + starts.length * grown > mostBytes) throw new ToolRefused(`${path} would be larger than 10 MB.`)
  const fresh = text.split(before).join(after)
  const total = lineCounter(fresh)(Math.max(0, fresh.length - 1))
  const changed: { from: number; to: number }[] = []
  const count = lineCounter(fresh)
  for (const [at, start] of starts.entries()) {
    const begin = start + at * grown
    const from = Math.max(1, count(begin) - around)
    const to = Math.min(total, count(Math.max(begin, begin + after.length - 1)) + around)
    const last = changed.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else if (to >= from) changed.push({ from, to })
  }
  return { text: fresh, count: starts.length, changed }
}

/** Where a text stands in another, without overlaps. */
function startsOf(text: string, sought: string): number[] {
  const starts: number[] = []
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) starts.push(at)
  return starts
}

/** Gives the line of places that rise. */
function lineCounter(text: string): (place: number) => number {
  let line = 1
  let end = text.indexOf('\n')
  return (place) => {
    for (; end !== -1 && end < place; end = text.indexOf('\n', end + 1)) line++
    return line
  }
}

function notFound(path: string, text: string, sought: string): string {
  const near = nearMisses(text, sought)
  const shown = near.map(({ from, lines }) => lines.map((line, at) => `${from + at}: ${line.slice(0, 300)}`).join('\n'))
  const rest =
    near.length === 0
      ? 'Nothing in it is like it: read the file again.'
      : `The nearest, with line numbers; every character must be the same:\n${shown.join('\n…\n')}`
  return `old_text does not stand in ${path}. Nothing was changed. ${rest}`
}

function tooOften(path: string, text: string, starts: readonly number[]): string {
  const count = lineCounter(text)
  const named = starts.slice(0, mostNamed).map((start) => count(start))
  const more = starts.length > mostNamed ? ', …' : ''
  return `old_text stands ${starts.length} times in ${path}: at lines ${named.join(', ')}${more}. Nothing was changed. Take in more of the lines around the one you mean, or set replace_all.`
}
