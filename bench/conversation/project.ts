import type { LineRange } from '../../src/core/content/part.ts'
import { type Random, random, seedOf } from './random.ts'
import { codeLine, prose } from './text.ts'
import { folders, stems } from './words.ts'

/** One file of a made-up project. Its text follows from its number and the edits made so far. */
export interface ProjectFile {
  readonly path: string
  readonly lines: number
  /** The lines of a range with their numbers, as agents' tools show them. */
  read(range: LineRange): string
  /** One line as it stands. */
  line(number: number): string
  /** Changes a line and returns what it was and what it is. */
  edit(number: number): { readonly before: string; readonly after: string }
}

/** The file of this number. Sizes have a heavy tail; one in five is prose. */
export function projectFile(seed: number, number: number, sizeFactor: number): ProjectFile {
  const traits = random(seedOf(seed, number))
  const isProse = traits.chance(0.2)
  const lines = Math.max(3, Math.round(Math.min(1600, traits.skewed(isProse ? 60 : 110, 0.9)) * sizeFactor))
  const edits = new Map<number, number>()
  const line = (at: number): string => {
    const source = random(seedOf(seed, number, at, edits.get(at) ?? 0))
    return isProse ? proseLine(source) : codeLine(source)
  }
  return {
    path: pathOf(traits, number, isProse),
    lines,
    line,
    read({ from, to }) {
      const shown: string[] = []
      for (let at = from; at <= to; at++) shown.push(`${String(at).padStart(5)}\t${line(at)}`)
      return shown.join('\n')
    },
    edit(at) {
      const before = line(at)
      edits.set(at, (edits.get(at) ?? 0) + 1)
      return { before, after: line(at) }
    },
  }
}

function pathOf(traits: Random, number: number, isProse: boolean): string {
  const name = `${traits.pick(stems)}-${traits.pick(stems)}${number.toString(36)}`
  return isProse
    ? `docs/${name}.md`
    : `${traits.pick(folders)}/${name}.${traits.pick(['ts', 'ts', 'ts', 'tsx', 'py', 'json'])}`
}

function proseLine(source: Random): string {
  const which = source.next()
  if (which < 0.3) return ''
  if (which < 0.38) return `## ${prose(source, 3)}`
  return which < 0.55 ? `- ${prose(source, 10)}` : prose(source, 16)
}
