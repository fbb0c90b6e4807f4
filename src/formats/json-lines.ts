import type { Json } from '../core/content/json.ts'
import { JsonError } from './errors.ts'
import type { Line, ProblemEntry } from './format.ts'
import { parseJson } from './json.ts'

/** The value of one line. */
export interface JsonLine {
  readonly kind: 'line'
  readonly number: number
  readonly value: Json
}

/** Every line's JSON value; a line that is damaged or refused is a problem, and reading goes on. */
export async function* jsonLines(
  lines: AsyncIterable<Line>,
  options: { readonly depth?: number } = {},
): AsyncIterable<JsonLine | ProblemEntry> {
  for await (const line of lines) yield jsonLine(line, options)
}

/** One line's JSON value, or what is wrong with it. */
export function jsonLine({ number, text }: Line, options: { readonly depth?: number } = {}): JsonLine | ProblemEntry {
  try {
    return { kind: 'line', number, value: parseJson(text, options) }
  } catch (error) {
    if (error instanceof JsonError) return leftOut(number, error.message)
    throw error
  }
}

/** A line that was left out, and why. `what` continues a sentence about the line. */
export function leftOut(line: number | undefined, what: string): ProblemEntry {
  const message = `This ${line === undefined ? 'file' : 'line'} was left out: ${what}.`
  return line === undefined ? { kind: 'problem', message } : { kind: 'problem', line, message }
}
