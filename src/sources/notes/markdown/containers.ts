import { isThematicBreak } from './leaf.ts'

/** What a line can go on in: a quote, or a list item with the indentation that its lines need. */
export type Container = 'quote' | number

/** How many of the containers a line without tabs goes on in, and where the text in them starts. */
export function goOn(
  containers: readonly Container[],
  line: string,
): { readonly at: number; readonly matched: number } {
  let at = 0
  let matched = 0
  for (const container of containers) {
    const indent = spacesAt(line, at)
    if (container === 'quote') {
      if (indent > 3 || line[at + indent] !== '>') break
      at += indent + quoteWidth(line, at + indent)
    } else if (at + indent === line.length) at = line.length
    else if (indent >= container) at += container
    else break
    matched++
  }
  return { at, matched }
}

/** The container that a line opens at a place, and where the text in it starts. A list cuts into a paragraph as CommonMark says. */
export function opened(
  line: string,
  at: number,
  isInParagraph: boolean,
): { readonly container: Container; readonly at: number } | undefined {
  const indent = spacesAt(line, at)
  const start = at + indent
  if (indent > 3) return undefined
  if (line[start] === '>') return { container: 'quote', at: start + quoteWidth(line, start) }
  const marker = /(?:[-+*]|\d{1,9}[.)])(?= |$)/y
  marker.lastIndex = start
  const found = marker.exec(line)?.[0]
  if (found === undefined || isThematicBreak(line.slice(start))) return undefined
  const behind = start + found.length
  const spaces = spacesAt(line, behind)
  const isEmpty = behind + spaces === line.length
  if (isInParagraph && (isEmpty || (found.length > 1 && !/^1[.)]$/.test(found)))) return undefined
  const padding = isEmpty || spaces > 4 ? 1 : spaces
  return { container: indent + found.length + padding, at: Math.min(behind + padding, line.length) }
}

/** How many spaces stand at a place. */
export function spacesAt(line: string, at: number): number {
  let end = at
  while (end < line.length && line.charCodeAt(end) === 32) end++
  return end - at
}

/** A line with its tabs as spaces, up to the next column that four divides. */
export function untabbed(line: string): string {
  const [first = '', ...rest] = line.split('\t')
  return rest.reduce((out, part) => out.padEnd(out.length + 4 - (out.length % 4)) + part, first)
}

function quoteWidth(line: string, at: number): number {
  return line[at + 1] === ' ' ? 2 : 1
}
