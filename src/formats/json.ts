import type { Json } from '../core/content/json.ts'
import { JsonError } from './errors.ts'

/** How deep arrays and objects may be nested. */
export const maxDepth = 200

/**
 * The value of a JSON text from outside. Throws a `JsonError` where the text is not JSON, where it is nested deeper
 * than `depth` (which is found out without recursion), or where a key is `__proto__`, however it is written.
 */
export function parseJson(text: string, { depth = maxDepth }: { readonly depth?: number } = {}): Json {
  checkDepth(text, depth)
  const value = parse(text)
  if (mayHoldProto(text) && holdsProto(value)) {
    throw new JsonError('json-proto-key', 'it has a key "__proto__", which is refused; rename the key')
  }
  return value
}

/** The value of a JSON text, or undefined where `parseJson` throws. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : '')
  }
}

function invalid(message: string): JsonError {
  if (/end of JSON input|Unterminated/.test(message)) {
    return new JsonError('json-invalid', 'it is not valid JSON: it is cut short')
  }
  const found = /at position (\d+)/.exec(message)
  if (!found) return new JsonError('json-invalid', 'it is not valid JSON')
  const position = Number(found[1])
  return new JsonError('json-invalid', `it is not valid JSON from character ${position + 1} on`, position)
}

function checkDepth(text: string, limit: number): void {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22:
        i = endOfString(text, i)
        break
      case 0x5b:
      case 0x7b:
        depth++
        if (depth > limit) {
          throw new JsonError('json-too-deep', `it is nested deeper than ${limit} levels, which is refused`, i)
        }
        break
      case 0x5d:
      case 0x7d:
        depth--
        break
      default:
    }
  }
}

/** The offset of the quote that ends the string begun at `start`; the text's length where none does. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === 0x5c) first--
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}

/** A quick look: the name as it is, or an escape that stands for one of its letters. */
function mayHoldProto(text: string): boolean {
  return text.includes('__proto__') || /\\u00(?:5f|70|72|6f|74)/i.test(text)
}

function holdsProto(value: Json): boolean {
  const open: Json[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const held of Object.values(next)) if (typeof held === 'object' && held !== null) open.push(held)
  }
  return false
}
