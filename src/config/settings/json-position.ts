/** Where JSON text stops being JSON. Lines and columns count from 1. */
export interface JsonPosition {
  readonly line: number
  readonly column: number
}

/** The place of the first character that makes a text not JSON; undefined for good JSON. Any depth. */
export function jsonFault(text: string): JsonPosition | undefined {
  const offset = faultOffset(text)
  if (offset === undefined) return undefined
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside of strings.
  /[ \t\n\r]*("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:])/y

/** What may come next: a value, a key, or what follows one of them. */
type State = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'after-value'

function faultOffset(text: string): number | undefined {
  const open: ('[' | '{')[] = []
  let state: State = 'value'
  let at = 0
  for (;;) {
    token.lastIndex = at
    const found = token.exec(text)
    const start = at + blanksAt(text, at)
    if (!found) return start === text.length && state === 'after-value' && open.length === 0 ? undefined : start
    const next = follow(state, found[1] ?? '', open)
    if (next === undefined) return start
    state = next
    at = token.lastIndex
  }
}

function blanksAt(text: string, at: number): number {
  let end = at
  while (end < text.length && ' \t\n\r'.includes(text[end] ?? '')) end++
  return end - at
}

/** The state behind a token, or undefined where it may not stand. Keeps `open`, the brackets that are not closed. */
function follow(state: State, found: string, open: ('[' | '{')[]): State | undefined {
  const inner = open.at(-1)
  switch (state) {
    case 'value':
    case 'first-value':
      if (found === '[' || found === '{') {
        open.push(found)
        return found === '[' ? 'first-value' : 'first-key'
      }
      if (found === ']' && state === 'first-value') return close(open)
      return /^[\]},:]/.test(found) ? undefined : 'after-value'
    case 'key':
    case 'first-key':
      if (found === '}' && state === 'first-key') return close(open)
      return found.startsWith('"') ? 'colon' : undefined
    case 'colon':
      return found === ':' ? 'value' : undefined
    case 'after-value':
      if (found === ',' && inner !== undefined) return inner === '[' ? 'value' : 'key'
      if ((found === ']' && inner === '[') || (found === '}' && inner === '{')) return close(open)
      return undefined
    default:
      return state satisfies never
  }
}

function close(open: ('[' | '{')[]): State {
  open.pop()
  return 'after-value'
}
