import { countsOf, type Field, fieldsOf, isAttempts, statusOf } from './error-fields.ts'
import { plausible, type TooLongFigures } from './figures.ts'

/** What an error says, whatever its shape: the HTTP statuses in it, its words, and figures in fields of their own. */
export interface Evidence {
  readonly statuses: readonly number[]
  readonly texts: readonly string[]
  readonly figures: readonly TooLongFigures[]
}

/** How much of an error is read. `characters` holds for all its texts, `words` for what is kept of them. */
const most = { values: 500, depth: 14, fields: 64, attempts: 8, characters: 400_000, words: 40_000, text: 8_000 }

/** A status in words: at the beginning, or behind `status`, `code`, `HTTP` or `error`. */
const statusInText =
  /(?:^|\b(?:status(?: code)?|code|http(?:\/[\d.]+)?|error)[ :=]{1,3})([45]\d\d)\b(?! ?(?:tokens|>|\+)|[,.]\d)/i

interface Reader extends Evidence {
  readonly statuses: number[]
  readonly texts: string[]
  readonly figures: TooLongFigures[]
  readonly seen: Set<object>
  /** Where attempts are put aside; undefined inside one. */
  readonly attempts: unknown[] | undefined
  characters: number
  words: number
}

interface Step {
  readonly field: Field
  readonly depth: number
}

/**
 * What an error says; where it lists several attempts, also what it says together with each of them, the last first.
 * Reads fields, causes, and JSON inside texts, and of an error that is endless or contains itself only a part.
 */
export function readEvidence(error: unknown): Evidence[] {
  const attempts: unknown[] = []
  const budget = { characters: most.characters, words: most.words }
  const outside: Reader = { statuses: [], texts: [], figures: [], seen: new Set(), attempts, ...budget }
  walk(['errors', error], outside)
  const together = attempts.slice(-most.attempts).map((attempt): Evidence => {
    const { statuses, texts, figures, seen } = copyOf(outside)
    const inside: Reader = { statuses, texts, figures, seen, attempts: undefined, ...budget }
    walk(['attempt', attempt], inside)
    return inside
  })
  return [outside, ...together.reverse()]
}

function copyOf({ statuses, texts, figures, seen }: Reader): Pick<Reader, 'statuses' | 'texts' | 'figures' | 'seen'> {
  return { statuses: [...statuses], texts: [...texts], figures: [...figures], seen: new Set(seen) }
}

/** Breadth first, so that of an error that is too large what stands outside is read. */
function walk(field: Field, reader: Reader): void {
  const steps: Step[] = [{ field, depth: 0 }]
  let left = most.values
  for (const step of steps) {
    if (left-- === 0 || step.depth > most.depth) return
    for (const inner of readField(step.field, reader)) steps.push({ field: inner, depth: step.depth + 1 })
  }
}

/** Takes down what a field says, and returns the fields in it. */
function readField(field: Field, reader: Reader): Field[] {
  const [name, value] = field
  const status = statusOf(field)
  if (status !== undefined) reader.statuses.push(status)
  if (typeof value === 'string') return readText(name, value, reader)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || reader.seen.has(value)) return []
  reader.seen.add(value)
  if (Array.isArray(value)) return readList(name, value, reader)
  const fields = fieldsOf(value, most.fields)
  const counts = countsOf(fields)
  const figures = counts ? plausible(counts.size, counts.limit) : null
  if (figures) reader.figures.push(figures)
  return fields
}

/** The elements of a list; those that are attempts are put aside. */
function readList(name: string, list: readonly unknown[], { attempts }: Reader): Field[] {
  if (!attempts || !isAttempts(name)) return list.slice(0, most.fields).map((value): Field => [name, value])
  const last = list.slice(-most.fields)
  attempts.push(...last.filter((value) => typeof value === 'object'))
  return last.filter((value) => typeof value === 'string').map((value): Field => [name, value])
}

/** Takes down the words of a text, and returns the JSON in it. */
function readText(name: string, text: string, reader: Reader): Field[] {
  const read = text.slice(0, reader.characters)
  reader.characters -= read.length
  const json = findJson(read, '{', '}') ?? findJson(read, '[', ']')
  const words = json ? `${read.slice(0, json.from)} ${read.slice(json.to)}` : read
  addWords(
    words.length <= most.text ? words : `${words.slice(0, most.text / 2)} … ${words.slice(-most.text / 2)}`,
    reader,
  )
  return json ? [[name, json.value]] : []
}

function addWords(words: string, reader: Reader): void {
  if (words.trim() === '' || words.length > reader.words || reader.texts.includes(words)) return
  reader.words -= words.length
  reader.texts.push(words)
  const status = statusInText.exec(words)?.[1]
  if (status !== undefined) reader.statuses.push(Number(status))
}

/** The JSON from the first opening sign to the last closing one. A list without objects, as in `messages[0]`, is words. */
function findJson(text: string, open: string, close: string): { from: number; to: number; value: unknown } | undefined {
  const from = text.indexOf(open)
  const to = text.lastIndexOf(close) + 1
  if (from === -1 || to <= from) return undefined
  try {
    const value: unknown = JSON.parse(text.slice(from, to))
    const speaks = !Array.isArray(value) || value.some((each) => typeof each === 'object')
    return speaks ? { from, to, value } : undefined
  } catch {
    return undefined
  }
}
