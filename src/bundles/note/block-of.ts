import { type NoteLine, scanLines } from './scan-lines.ts'

/**
 * The block of a note that is marked with ` ^id` at its end, mark included: a paragraph, a list's item with what is indented
 * under it, a heading's line; or what stands above a line with the mark alone (a paragraph, list, table, quote or fence).
 * Undefined where no line has the mark outside of front matter and fences. Letter case does not matter.
 */
export function blockOf(text: string, id: string): string | undefined {
  const lines = scanLines(text)
  const wanted = id.toLowerCase()
  const at = lines.findIndex((line) => {
    const mark = line.kind === 'text' || line.kind === 'heading' ? markOf(line.content) : undefined
    return mark?.toLowerCase() === wanted
  })
  const line = lines[at]
  if (!line) return undefined
  const [from, to] = line.content.trim() === `^${markOf(line.content)}` ? above(lines, at) : around(lines, at)
  return text.slice(lines[from]?.start, lines[to]?.end)
}

function markOf(content: string): string | undefined {
  return /(?:^|[ \t])\^([A-Za-z0-9-]+)[ \t]*$/.exec(content)?.[1]
}

type Range = readonly [from: number, to: number]

/** What stands above a mark on a line of its own, with the mark. */
function above(lines: readonly NoteLine[], mark: number): Range {
  let last = mark - 1
  while (lines[last]?.kind === 'blank') last--
  const kind = lines[last]?.kind
  if (kind === undefined || kind === 'front-matter') return [mark, mark]
  let from = last
  while (from > 0 && lines[from - 1]?.kind === kind && !isNewHeading(lines[from])) from--
  return [from, mark]
}

/** The paragraph or item that a mark ends. */
function around(lines: readonly NoteLine[], mark: number): Range {
  const kind = lines[mark]?.kind
  let from = mark
  while (from > 0 && lines[from - 1]?.kind === kind && !isNewHeading(lines[from]) && !isItem(lines[from])) from--
  const indent = itemIndent(lines[from])
  return [from, indent === undefined ? mark : lastUnder(lines, mark, indent)]
}

/** The last line that is indented more than an item, as far as nothing else comes between. */
function lastUnder(lines: readonly NoteLine[], item: number, indent: number): number {
  let last = item
  for (let at = item + 1; at < lines.length; at++) {
    const line = lines[at]
    if (!line || line.kind === 'blank') continue
    if (line.kind === 'heading' || indentOf(line.content) <= indent) break
    last = at
  }
  return last
}

function isNewHeading(line: NoteLine | undefined): boolean {
  return line?.heading !== undefined
}

function isItem(line: NoteLine | undefined): boolean {
  return itemIndent(line) !== undefined
}

function itemIndent(line: NoteLine | undefined): number | undefined {
  const isMarked = line?.kind === 'text' && /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/.test(line.content)
  return isMarked ? indentOf(line.content) : undefined
}

/** The width of the white space before a text; a tab reaches to the next multiple of four. */
function indentOf(content: string): number {
  let width = 0
  for (const sign of content) {
    if (sign === '\t') width += 4 - (width % 4)
    else if (sign === ' ') width++
    else break
  }
  return width
}
