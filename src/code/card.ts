import { omission } from './compressed.ts'
import type { Outline } from './symbol.ts'

/** A signature on a card has at most so many UTF-16 units. */
const longestSignature = 120

/**
 * A file in a few lines, for tight budgets: its path, and a line for each symbol that other files may use, indented by what it
 * stands in. A signature is on one line, and cut where it is long.
 */
export function cardOf(path: string, outline: Outline, text: string): string {
  const exported = outline.symbols.filter((symbol) => symbol.exported)
  const lines = exported.map(({ signature, within }) => {
    return `${' '.repeat(within.length + 1)}${shortened(text.slice(...signature))}`
  })
  return [path, ...lines].join('\n')
}

function shortened(signature: string): string {
  const line = signature
    .slice(0, longestSignature * 4)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= longestSignature) return line
  return `${line
    .slice(0, longestSignature - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}${omission}`
}
