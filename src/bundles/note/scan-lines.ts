/**
 * A line of a note: its place in the text (the break included in `end`), its content without the break, and what it is. Lines
 * that open, close and underline are part of what they do that to.
 */
export interface NoteLine {
  readonly start: number
  readonly end: number
  readonly content: string
  readonly kind: 'front-matter' | 'fence' | 'heading' | 'blank' | 'text'
  /** Of a heading's first line. */
  readonly heading?: { readonly level: number; readonly title: string }
}

type Line = Pick<NoteLine, 'start' | 'end' | 'content'>
type Heading = NonNullable<NoteLine['heading']>

/** Lines that an underline would make a heading, or others: those of a list, a quote or a table. */
type Paragraph = 'none' | 'plain' | 'other'

interface Fence {
  readonly sign: string
  readonly length: number
}

/**
 * The lines of a Markdown text. Headings are those of CommonMark that stand by themselves: ATX (`#word` is none) and setext, also
 * over several lines; nothing in front matter, in fences of backticks or tildes or in indented code is one. A line ends with
 * a line feed, a carriage return, or both.
 */
export function scanLines(text: string): NoteLine[] {
  const lines = splitLines(text)
  const scanned: NoteLine[] = []
  const front = frontMatterLength(lines)
  let fence: Fence | undefined
  let paragraph: Paragraph = 'none'
  let paragraphStart = 0
  for (const [at, line] of lines.entries()) {
    const { content } = line
    if (at < front) {
      scanned.push({ ...line, kind: 'front-matter' })
      continue
    }
    if (fence) {
      scanned.push({ ...line, kind: 'fence' })
      if (closes(content, fence)) fence = undefined
      continue
    }
    fence = opens(content)
    const atx = fence ? undefined : atxHeading(content)
    if (fence || atx) {
      scanned.push(atx ? { ...line, kind: 'heading', heading: atx } : { ...line, kind: 'fence' })
      paragraph = 'none'
      continue
    }
    const underline = paragraph === 'plain' ? /^ {0,3}(=+|-+)[ \t]*$/.exec(content)?.[1] : undefined
    if (underline !== undefined) {
      const level = underline.startsWith('=') ? 1 : 2
      const title = lines.slice(paragraphStart, at).map((each) => each.content.trim())
      for (let index = paragraphStart; index < at; index++) {
        const heading = index === paragraphStart ? { heading: { level, title: title.join(' ') } } : {}
        scanned[index] = { ...(scanned[index] ?? line), kind: 'heading', ...heading }
      }
      scanned.push({ ...line, kind: 'heading' })
      paragraph = 'none'
      continue
    }
    const kind = content.trim() === '' ? 'blank' : 'text'
    scanned.push({ ...line, kind })
    if (kind === 'blank' || isThematicBreak(content)) paragraph = 'none'
    else if (paragraph === 'none') {
      paragraphStart = at
      paragraph = isContainer(content, false) ? 'other' : isIndented(content) ? 'none' : 'plain'
    } else if (isContainer(content, true) || (at === paragraphStart + 1 && isTableDelimiter(content)))
      paragraph = 'other'
  }
  return scanned
}

/** The lines of a text with their places. The last one may have no break; there is no empty one behind the last break. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  for (const { 0: ending, index } of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ start, end: index + ending.length, content: text.slice(start, index) })
    start = index + ending.length
  }
  if (start < text.length) lines.push({ start, end: text.length, content: text.slice(start) })
  return lines
}

/** How many lines front matter has: from `---` in the first line to the next `---` or `...`; 0 where it is not closed. */
function frontMatterLength(lines: readonly Line[]): number {
  if (!/^\uFEFF?---[ \t]*$/.test(lines[0]?.content ?? '')) return 0
  const end = lines.findIndex(({ content }, at) => at > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(content))
  return end + 1
}

function opens(content: string): Fence | undefined {
  const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(content)?.[1]
  return mark === undefined ? undefined : { sign: mark.slice(0, 1), length: mark.length }
}

function closes(content: string, { sign, length }: Fence): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(content)?.[1]
  return mark?.startsWith(sign) === true && mark.length >= length
}

function atxHeading(content: string): Heading | undefined {
  const mark = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(content)
  if (!mark) return undefined
  const rest = content.slice(mark[0].length).trim()
  let end = rest.length
  while (rest[end - 1] === '#') end--
  const isClosed = end === 0 || rest[end - 1] === ' ' || rest[end - 1] === '\t'
  return { level: mark[1]?.length ?? 1, title: isClosed ? rest.slice(0, end).trim() : rest }
}

function isThematicBreak(content: string): boolean {
  return /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(content)
}

/** A quote or a list's item; only some lists may interrupt a paragraph. */
function isContainer(content: string, isInParagraph: boolean): boolean {
  return (
    /^ {0,3}>/.test(content) ||
    (isInParagraph
      ? /^ {0,3}(?:[-+*]|1[.)])[ \t]+\S/.test(content)
      : /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/.test(content))
  )
}

function isIndented(content: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(content)
}

function isTableDelimiter(content: string): boolean {
  return /^[ \t|:-]+$/.test(content) && content.includes('|') && content.includes('-')
}
