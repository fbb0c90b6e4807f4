import type { Link } from '../link.ts'
import { type Destination, inlineDestination, labelEnd, normalLabel } from './destination.ts'
import { markdownLink, wikilink } from './target.ts'

const backtick = '`'.charCodeAt(0)

/** What link labels stand for, by their normal form. */
export type Definitions = ReadonlyMap<string, string>

interface Opener {
  /** Where its bracket stands. */
  readonly at: number
  readonly embed: boolean
  /** How many brackets had been read with it. */
  readonly brackets: number
}

/**
 * The links of one paragraph, heading or property, in the order in which they end. Left to right: what opens first wins; nothing in
 * a code span or a comment is a link, nor is anything behind a backslash. Takes time in proportion to the text.
 */
export function inlineLinks(text: string, definitions: Definitions): Link[] {
  const links: Link[] = []
  const find = finder(text)
  const runs = backtickRuns(text)
  const openers: Opener[] = []
  let brackets = 0
  // Openers below this index stand around a link already; links have no links inside.
  let closed = 0
  let at = 0
  const add = (link: Link | undefined): void => {
    if (link) links.push(link)
  }
  while (at < text.length) {
    const sign = text[at]
    if (sign === '\\') at += 2
    else if (sign === '`') at = runs.behindSpan(at)
    else if (sign === '<' && text.startsWith('<!--', at)) at = find.behind('-->', at + 2) ?? at + 4
    else if (sign === '%' && text[at + 1] === '%') at = find.behind('%%', at + 2) ?? at + 2
    else if (sign === '[' || (sign === '!' && text[at + 1] === '[')) {
      const embed = sign === '!'
      const bracket = embed ? at + 1 : at
      const end = text[bracket + 1] === '[' ? wikilinkEnd(bracket, find) : undefined
      if (end === undefined) openers.push({ at: bracket, embed, brackets: ++brackets })
      else add(wikilink(text.slice(bracket + 2, end - 2), embed))
      at = end ?? bracket + 1
    } else if (sign === ']') {
      const opener = openers.pop()
      const isOpen = opener !== undefined && (opener.embed || openers.length >= closed)
      closed = Math.min(closed, openers.length)
      const hasBrackets = opener?.brackets !== brackets
      const found = isOpen ? linkAt(text, opener.at, at, hasBrackets, definitions) : undefined
      if (found) {
        add(markdownLink(found.destination, opener?.embed === true))
        if (opener?.embed === false) closed = openers.length
      }
      brackets++
      at = found?.end ?? at + 1
    } else at++
  }
  return links
}

/** Where `[[…]]` ends: on its line, with no other `[[` inside. */
function wikilinkEnd(at: number, find: Finder): number | undefined {
  const end = find.behind(']]', at + 2)
  if (end === undefined || end < at + 5) return undefined
  const line = find.behind('\n', at + 2)
  const next = find.behind('[[', at + 1)
  return (line !== undefined && line < end) || (next !== undefined && next < end) ? undefined : end
}

/** What follows a bracket that closes: a destination, a label, or nothing, where the text between the brackets is a label. */
function linkAt(
  text: string,
  open: number,
  close: number,
  hasBrackets: boolean,
  definitions: Definitions,
): Destination | undefined {
  const inline = text[close + 1] === '(' ? inlineDestination(text, close + 1) : undefined
  if (inline || definitions.size === 0) return inline
  const end = text[close + 1] === '[' ? labelEnd(text, close + 1) : undefined
  const isCollapsed = text.startsWith('[]', close + 1)
  if (end === undefined && (hasBrackets || close - open > 1000)) return undefined
  const label = end === undefined ? text.slice(open + 1, close) : text.slice(close + 2, end - 1)
  const destination = definitions.get(normalLabel(label))
  return destination === undefined ? undefined : { destination, end: end ?? close + (isCollapsed ? 3 : 1) }
}

interface Finder {
  /** Where the first such sign at or behind a place ends. Places never go back, so that the text is searched once. */
  behind(sign: string, from: number): number | undefined
}

function finder(text: string): Finder {
  const known = new Map<string, number>()
  return {
    behind(sign, from) {
      let at = known.get(sign) ?? 0
      if (at !== -1 && (at < from || !known.has(sign))) {
        at = text.indexOf(sign, from)
        known.set(sign, at)
      }
      return at === -1 ? undefined : at + sign.length
    },
  }
}

interface BacktickRuns {
  /** Behind the code span that a run opens; where no run of the same length closes it, behind the run. */
  behindSpan(at: number): number
}

function backtickRuns(text: string): BacktickRuns {
  let byLength: Map<number, number[]> | undefined
  return {
    behindSpan(at) {
      let end = at
      while (text.charCodeAt(end) === backtick) end++
      byLength ??= runsByLength(text)
      const places = byLength.get(end - at)
      while (places?.length && (places.at(-1) ?? 0) < end) places.pop()
      const close = places?.at(-1)
      return close === undefined ? end : close + (end - at)
    },
  }
}

/** Where runs of backticks start, last first. */
function runsByLength(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  for (let end = text.length; end > 0; ) {
    const last = text.lastIndexOf('`', end - 1)
    if (last === -1) break
    let start = last
    while (start > 0 && text.charCodeAt(start - 1) === backtick) start--
    const length = last + 1 - start
    const places = runs.get(length) ?? []
    places.push(start)
    runs.set(length, places)
    end = start
  }
  return runs
}
