import { stem } from './stem.ts'

/** Words that say nothing about what a text is about. */
const stopWords: ReadonlySet<string> = new Set(
  [
    'a about after all also am an and any are as at be because been before being but by can could did do does doing',
    'each for from had has have having he her here him his how i if in into is it its itself just me more most my no',
    'nor not now of off on once only or other our out over own she should so some such than that the their them then',
    'there these they this those through to too under until up us use used uses using very was we were what when where',
    'which while who whom why will with would you your',
  ].flatMap((line) => line.split(' ')),
)

/** A longer run is data, not a word: it is one word that nothing is equal to. */
const longestRun = 100

/**
 * The words of a text as they are compared, in order: lower case, without accents and common English endings, without
 * words that say nothing. A name of several words (`addIndex`, `add_index`, `add-index`) gives the words and, in front
 * of them, all of them as one (`addindex`). Single letters and digits are no words, except where a script has no
 * spaces: there every two characters that stand together are one.
 */
export function wordsIn(text: string): string[] {
  const found: string[] = []
  eachRun(text, (from, to) => {
    for (const word of wordsOfRun(text.slice(from, to))) found.push(word)
  })
  return found
}

/** What character a code below 128 is: 0 between words, 1 of a word, 2 a hyphen, 3 the end of a line. */
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 10) return 3
  if (code === 45) return 2
  return /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0
})

/**
 * Finds the runs of characters that words are made of: names, and words joined by hyphens. Tells where each begins and
 * ends, in UTF-16 units, and its line, counted from 0. Returns the number of lines. Time is linear in the text.
 */
export function eachRun(text: string, visit: (from: number, to: number, line: number) => void): number {
  let line = 0
  let from = -1
  const { length } = text
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? classes[code] : 1
    if (kind === 1) {
      if (from === -1) from = at
      continue
    }
    if (from !== -1) {
      if (kind === 2 && at + 1 < length && isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at + 1)))
        continue
      visit(from, at, line)
      from = -1
    }
    if (kind === 3) line++
  }
  if (from !== -1) visit(from, length, line)
  return text.endsWith('\n') || length === 0 ? line : line + 1
}

function isLetter(code: number): boolean {
  return (code > 96 && code < 123) || (code > 64 && code < 91)
}

const ascii = /^[\w$-]*$/
/** Parts of names: an acronym, a word, digits. */
const asciiParts = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g
const unicodeParts = /[\p{Lu}\p{M}]+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{Lt}\p{Co}\p{M}]+|\p{N}+/gu
const unicodeRuns = /[\p{L}\p{N}\p{M}\p{Co}_$-]+/gu
const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u')
const segments = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu')

/** The words of one run, as `wordsIn` has them. */
export function wordsOfRun(run: string): string[] {
  if (!ascii.test(run)) return (run.match(unicodeRuns) ?? []).flatMap(wordsOfForeign)
  if (run.length > longestRun) return ['']
  return wordsOfParts(run.match(asciiParts) ?? [])
}

function wordsOfForeign(run: string): string[] {
  if (unspaced.test(run)) return wordsOfUnspaced(run)
  if (run.length > longestRun) return ['']
  return wordsOfParts((run.match(unicodeParts) ?? []).map(folded))
}

function wordsOfParts(parts: readonly string[]): string[] {
  const lower = parts.map((part) => part.toLowerCase())
  const found = lower.filter((part) => part.length > 1 && !stopWords.has(part)).map(stem)
  if (lower.length < 2) return found
  return [stem(lower.join('')), ...found]
}

function wordsOfUnspaced(run: string): string[] {
  return (run.match(segments) ?? []).flatMap((segment) =>
    unspaced.test(segment) ? pairsIn(segment) : wordsOfRun(segment),
  )
}

/** Every two characters that stand together; one that stands alone. */
function pairsIn(segment: string): string[] {
  const points = [...segment]
  return points.length === 1 ? points : points.slice(1).map((point, at) => `${points[at]}${point}`)
}

function folded(part: string): string {
  return part.normalize('NFD').replace(/\p{M}+/gu, '')
}
