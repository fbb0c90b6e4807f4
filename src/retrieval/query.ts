import { stem } from './stem.ts'
import { eachRun, wordsIn, wordsOfRun } from './words.ts'

/** What is looked for: words with weights, in order of appearance. */
export interface Query {
  readonly weights: readonly number[]
  /** The place of each word in `weights`. */
  readonly places: ReadonlyMap<string, number>
}

/** More different words than these are not looked for. */
const mostWords = 2000

/** What tasks ask for, whatever they are about: these words count half. */
const taskVerbs: ReadonlySet<string> = new Set(
  'add allow change ensure fix handle implement improve introduce make move refactor remove support update'
    .split(' ')
    .map(stem),
)
const verbWeight = 0.5

/** How a word that a query repeats counts: (k3 + 1) · n / (k3 + n), as in Okapi at TREC-3 (Robertson and others 1994). */
const k3 = 8

const quotedCode = /`([^`\n]{1,300})`/g

/**
 * Reads a task. Beside its words, every two that follow one another are looked for as one name (`add index` is
 * `addIndex` as well). What stands between backticks counts twice.
 */
export function queryOf(task: string): Query {
  const counts = new Map<string, number>()
  const marked = Array.from(task.matchAll(quotedCode), ([, code = '']) => code).join('\n')
  for (const word of [...wordsIn(task), ...wordsIn(marked)]) count(counts, word)
  const names = namesOfTwo(task).filter((name) => !counts.has(name))
  for (const name of new Set(names)) count(counts, name)
  return {
    weights: Array.from(counts, ([word, n]) => ((k3 + 1) * n * (taskVerbs.has(word) ? verbWeight : 1)) / (k3 + n)),
    places: new Map([...counts.keys()].map((word, place) => [word, place])),
  }
}

function count(counts: Map<string, number>, word: string): void {
  const before = counts.get(word)
  if (before !== undefined) counts.set(word, before + 1)
  else if (word !== '' && counts.size < mostWords) counts.set(word, 1)
}

function namesOfTwo(task: string): string[] {
  const found: string[] = []
  let before: readonly [from: number, to: number] | undefined
  eachRun(task, (from, to) => {
    if (before && before[1] + 1 === from && task[before[1]] === ' ') {
      const [name = ''] = wordsOfRun(`${task.slice(...before)}_${task.slice(from, to)}`)
      found.push(name)
    }
    before = [from, to]
  })
  return found
}
