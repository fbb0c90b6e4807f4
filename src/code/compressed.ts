import type { Outline } from './symbol.ts'

/** What stands for all that was left out between two places. One token in the encodings in use. */
export const omission = '…'

/**
 * A file's text with what its outline keeps, and `…` wherever something else stood: behind a signature for its body, on a line of
 * its own for statements. Never longer than the text: where it would be, it is the text.
 */
export function compressed(text: string, outline: Pick<Outline, 'kept'>): string {
  const parts: string[] = []
  let end = 0
  for (const [start, next] of outline.kept) {
    parts.push(gapAt(text, end, start), text.slice(start, next))
    end = next
  }
  const rest = gapAt(text, end, text.length)
  parts.push(text.endsWith('\n') ? `${rest.trimEnd()}\n` : rest)
  const shorter = parts.join('')
  return shorter.length < text.length ? shorter : text
}

/** What stands for what is left out between two offsets: its mark, and the indentation of what follows. */
function gapAt(text: string, from: number, to: number): string {
  const gap = text.slice(from, to)
  const start = gap.search(/\S/)
  if (start === -1) return gap
  const after = to === text.length ? '' : (/\n[^\S\n]*$/.exec(gap)?.[0] ?? (gap.includes('\n') ? '\n' : ' '))
  if (from === 0) return `${omission}${after}`
  const line = gap.lastIndexOf('\n', start) + 1
  const isBody = line === 0 || gap[start] === '{' || start - line > indentationAt(text, from)
  return `${isBody ? ' ' : `\n${gap.slice(line, start)}`}${omission}${after}`
}

/** How far the line of an offset is indented. */
function indentationAt(text: string, offset: number): number {
  const line = text.lastIndexOf('\n', offset - 1) + 1
  return text.slice(line, offset).search(/\S|$/)
}
