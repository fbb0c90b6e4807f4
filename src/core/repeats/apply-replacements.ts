import type { FilePart, LineRange, Part, ResultContent, TextPart } from '../content/part.ts'
import { linesOf } from './lines.ts'
import type { Replacement } from './replacement.ts'

/**
 * A node's parts with its replacements in place. A notice is a text. An excerpt is the same file with its text cut and a
 * range from the first line that is kept to the last; where that would not tell which lines are left, it is a text too.
 * Everything else stays as it is, and the parts given are not changed.
 */
export function applyReplacements(parts: readonly Part[], replacements: readonly Replacement[]): Part[] {
  const applied = [...parts]
  for (const replacement of replacements) {
    const part = applied[replacement.part]
    if (part) applied[replacement.part] = appliedTo(part, replacement)
  }
  return applied
}

function appliedTo(part: Part, replacement: Replacement): Part {
  if (part.kind === 'file') return replacedFile(part, replacement)
  if (part.kind !== 'tool-result') return part
  const { within } = replacement
  if (within === undefined) return { ...part, content: [{ kind: 'text', text: replacement.text }] }
  const content: ResultContent | undefined = part.content[within]
  return content?.kind === 'file'
    ? { ...part, content: part.content.with(within, replacedFile(content, replacement)) }
    : part
}

function replacedFile(file: FilePart, { text, keptLines = [] }: Replacement): FilePart | TextPart {
  const from = keptLines[0]?.from
  const to = keptLines.at(-1)?.to
  if (from === undefined || to === undefined) return { kind: 'text', text }
  const range: LineRange = { from, to }
  return keptLines.length === 1 || shows(text, range, keptLines) ? { ...file, text, range } : { kind: 'text', text }
}

function shows(text: string, range: LineRange, keptLines: readonly LineRange[]): boolean {
  const lines = linesOf(text, range)?.lines ?? []
  const expected = keptLines.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  return (
    lines.length === expected &&
    lines.every(({ number }) => keptLines.some(({ from, to }) => from <= number && number <= to))
  )
}
