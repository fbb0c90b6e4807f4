import { wordsOf } from '../../history/search-query.ts'

/** Words that say nothing about what a sentence is about, without accents. */
const stopWords: ReadonlySet<string> = new Set(
  [
    'a about above after again all also am an and any are as at be because been before being below between',
    'both but by can could did do does doing done down during each few for from further get got had has have',
    'having he her here him his how i if in into is it its just let like ll may me might more most my now of',
    'off ok on once one only or other our out over own please re s same see she should so some such t than',
    'thanks that the their them then there these they this those through to too under until up us use used',
    'using ve very was we well were what when where which while who why will with would yes you your m d',
  ].flatMap((line) => line.split(' ')),
)

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * What a sentence is about: its words without case, accents, common endings and the words that say nothing. Where a
 * script has no spaces, every two characters that stand together.
 */
export function wordsAbout(sentence: string): Set<string> {
  const found = new Set<string>()
  for (const { folded } of wordsOf(sentence)) {
    if (unspaced.test(folded)) for (const pair of pairs(folded)) found.add(pair)
    else if (!stopWords.has(folded)) found.add(stem(folded))
  }
  return found
}

function pairs(run: string): string[] {
  const points = [...run]
  return points.length === 1 ? points : points.slice(1).map((point, at) => `${points[at]}${point}`)
}

/** A word without the endings of plural, past and progress, roughly. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** How alike two sentences are, from 0 to 1: the words in both over the words in either (Jaccard). */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}
