import { type Container, goOn, opened, spacesAt, untabbed } from './containers.ts'
import { definitionAt } from './destination.ts'
import type { Definitions } from './inline.ts'
import { endsFence, endsRaw, leafIn } from './leaf.ts'

/** What of a note can have links, without code and comments. */
export interface Blocks {
  /** Paragraphs and headings in order, without the marks of quotes and lists. */
  readonly texts: readonly string[]
  readonly definitions: Definitions
}

/** Deeper quotes and lists are read as text, which bounds the work. */
const deepest = 100

/**
 * Reads a text without its front matter into blocks as CommonMark does. Code, fenced or indented, raw HTML and comments
 * (`<!-- -->`, and Obsidian's `%% %%`) are left out. Takes time in proportion to the text.
 */
export function blocksOf(text: string): Blocks {
  const texts: string[] = []
  const definitions = new Map<string, string>()
  const containers: Container[] = []
  let paragraph: string[] = []
  let isCode: ((line: string) => boolean) | undefined

  const endParagraph = (): void => {
    const whole = paragraph.join('\n')
    paragraph = []
    let at = 0
    for (let found = definitionAt(whole, at); found; found = definitionAt(whole, at)) {
      if (!definitions.has(found.label)) definitions.set(found.label, found.destination)
      at = found.end
    }
    if (at < whole.length) texts.push(whole.slice(at))
  }

  for (let next = 0; next < text.length; ) {
    const start = next
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    next = end + 1
    const line = untabbed(text.slice(start, text[end - 1] === '\r' ? end - 1 : end))

    let { at, matched } = goOn(containers, line)
    if (isCode && matched === containers.length) {
      if (!isCode(line.slice(at))) isCode = undefined
      continue
    }
    isCode = undefined

    const isInParagraph = paragraph.length > 0 && matched === containers.length
    for (let found = opened(line, at, isInParagraph); found && matched < deepest; found = opened(line, at, false)) {
      endParagraph()
      containers.length = matched
      containers.push(found.container)
      matched++
      at = found.at
    }
    const indent = spacesAt(line, at)
    const rest = line.slice(at + indent)
    const leaf = indent > 3 ? undefined : leafIn(rest)
    if (rest !== '' && !leaf && paragraph.length > 0) {
      paragraph.push(rest)
      continue
    }
    endParagraph()
    containers.length = matched
    if (rest === '' || indent > 3) continue
    switch (leaf?.kind) {
      case undefined:
        paragraph.push(rest)
        break
      case 'heading':
        texts.push(rest)
        break
      case 'fence':
        isCode = (each) => !endsFence(each, leaf.fence)
        break
      case 'raw':
        if (!endsRaw(rest, leaf.tag)) isCode = (each) => !endsRaw(each, leaf.tag)
        break
      case 'comment': {
        const closing = text.indexOf(leaf.closing, text.indexOf(leaf.opening, start) + 2)
        if (closing !== -1) next = closing + leaf.closing.length
        else if (leaf.closing === '-->') next = text.length
        else paragraph.push(rest)
        break
      }
      case 'break':
        break
      default:
        leaf satisfies undefined
    }
  }
  endParagraph()
  return { texts, definitions }
}
