/** Words that end in a dot and do not end a sentence. */
const abbreviations: ReadonlySet<string> = new Set(
  [
    'e.g i.e eg ie etc vs cf al approx incl excl resp nr fig sec ch vol pp p mr mrs ms dr prof st jr sr inc ltd',
    'co corp dept est min max ca a.m p.m u.s u.k',
  ].flatMap((line) => line.split(' ')),
)

/** How a sentence ends: a mark, what closes around it, and white space; Chinese and Japanese marks need none. */
const end = /(?<![.!?…])[.!?…]+["'”’)\]*_]*[ ]|[。！？]+[」』”）]*[ ]?/gu

/** Lines that are no prose: headings, tables, quotes, markup, rules, commands. */
const notProse = /^(?:#|\||>|<|\$ |[-=*_]{3,}$)/
const item = /^(?:[-*+•]|\d{1,3}[.)])\s+/
const code = /^(?: {4}|\t)/

/** A line shorter than this was not wrapped, so that one behind it with a capital letter begins a sentence. */
const wrapped = 50

/**
 * The sentences of a text, each on one line, in order. Items of a list are apart; code, tables, quotations, headings
 * and markup are left out. The time it takes is in proportion to the text.
 */
export function sentencesOf(text: string): string[] {
  const found: string[] = []
  let paragraph: string[] = []
  let fence: string | undefined
  const flush = (): void => {
    if (paragraph.length > 0) splitParagraph(paragraph.join(' ').replace(/\s+/g, ' '), found)
    paragraph = []
  }
  for (const whole of text.split('\n')) {
    const line = whole.trim()
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
    if (fence !== undefined) {
      if (mark === line && mark.startsWith(fence)) fence = undefined
      continue
    }
    if (mark !== undefined) fence = mark
    const marker = item.exec(line)?.[0]
    const last = paragraph.at(-1)
    const isCode = last === undefined && marker === undefined && code.test(whole)
    if (mark !== undefined || line === '' || isCode || notProse.test(line)) {
      flush()
      continue
    }
    if (marker !== undefined || (last !== undefined && last.length < wrapped && /^[\p{Lu}\d]/u.test(line))) flush()
    paragraph.push(line.slice(marker?.length ?? 0))
  }
  flush()
  return found
}

/** Adds the sentences of a paragraph to those found. */
function splitParagraph(paragraph: string, found: string[]): void {
  let start = 0
  let seen = 0
  let inCode = false
  const add = (sentence: string): void => {
    if (sentence !== '') found.push(sentence)
  }
  for (const match of paragraph.matchAll(end)) {
    const behind = match.index + match[0].length
    for (let at = paragraph.indexOf('`', seen); at !== -1 && at < behind; at = paragraph.indexOf('`', seen)) {
      inCode = !inCode
      seen = at + 1
    }
    seen = behind
    if (inCode || !endsHere(paragraph, start, match.index, match[0], behind)) continue
    add(paragraph.slice(start, behind).trim())
    start = behind
  }
  add(paragraph.slice(start).trim())
}

function endsHere(paragraph: string, start: number, at: number, mark: string, behind: number): boolean {
  if (!/^(?:\.|…)/.test(mark)) return true
  const word = paragraph.slice(Math.max(start, paragraph.lastIndexOf(' ', at) + 1), at).replace(/^[^\p{L}\p{N}]+/u, '')
  const goesOn = /\p{Ll}/u.test(paragraph[behind] ?? '')
  if (/^(?:\.{2,}|…)/.test(mark)) return !goesOn
  if (/^\p{L}$/u.test(word) || abbreviations.has(word.toLowerCase())) return false
  if (/^\d+$/.test(word) && at - word.length <= start) return false
  return !(goesOn && word.length < 3)
}
