import type { Json } from '../core/content/json.ts'
import type { Sample } from './format.ts'
import { endOfString, maxDepth, tryParseJson } from './json.ts'
import { isObject } from './shape.ts'

/** How many lines are tried where the first one does not parse. */
const linesTried = 20

/** The beginning of a file as a sample. `complete`: it is the whole file. */
export function sampleOf(text: string, complete: boolean): Sample {
  const lines = text.split('\n', linesTried)
  return { text, first: (complete ? tryParseJson(text) : undefined) ?? firstOf(lines, text) }
}

function firstOf(lines: readonly string[], text: string): Json | undefined {
  const [first = '', ...others] = lines.filter((line) => line.trim() !== '')
  const value = tryParseJson(first) ?? beginningOf(text)
  if (value !== undefined) return value
  for (const line of others) {
    const found = tryParseJson(line)
    if (isObject(found)) return found
  }
  return undefined
}

/**
 * As much of a JSON value as a text holds that is cut off: all that is complete in it, with the open brackets closed.
 */
function beginningOf(text: string): Json | undefined {
  const open: string[] = []
  let complete: string | undefined
  for (let i = 0; i < text.length && open.length <= maxDepth; i++) {
    const letter = text[i]
    if (letter === '"') {
      i = endOfString(text, i)
    } else if (letter === '{' || letter === '[') {
      open.push(letter === '{' ? '}' : ']')
    } else if (letter === '}' || letter === ']') {
      if (open.pop() !== letter) break
      complete = text.slice(0, i + 1) + open.toReversed().join('')
      if (open.length === 0) break
    } else if (letter === ',') {
      complete = text.slice(0, i) + open.toReversed().join('')
    }
  }
  return complete === undefined ? undefined : tryParseJson(complete)
}
