/** The classes as git has them, in ASCII whatever the locale: pairs of the first and the last character of a range. */
const classes: ReadonlyMap<string, string> = new Map([
  ['alnum', '09AZaz'],
  ['alpha', 'AZaz'],
  ['blank', '\t\t  '],
  ['cntrl', '\x00\x1f\x7f\x7f'],
  ['digit', '09'],
  ['graph', '!~'],
  ['lower', 'az'],
  ['print', ' ~'],
  ['punct', '!/:@[`{~'],
  ['space', '\t\n\r\r  '],
  ['upper', 'AZ'],
  ['xdigit', '09AFaf'],
])

/** Which bytes a bracket expression takes (1 or 0 for each of 256), and the index behind its `]`. */
export interface CharacterClass {
  readonly takes: Uint8Array
  readonly end: number
}

/**
 * Reads the bracket expression that begins at `start`: ranges, `!` or `^` for all others, `[:alpha:]`, escapes, `]` as its first
 * member. Undefined where it is not closed, or names a class that is none: such a pattern matches nothing. With
 * `ignoreCase` texts come in small letters, and capitals count in ranges and in `[:upper:]` only, as in git.
 */
export function readClass(pattern: string, start: number, ignoreCase: boolean): CharacterClass | undefined {
  const takes = new Uint8Array(256)
  let at = start + 1
  const negated = pattern[at] === '!' || pattern[at] === '^'
  if (negated) at += 1
  const first = at
  let previous: number | undefined
  let close = at
  while (at === first || pattern[at] !== ']') {
    if (close < at + 2) close = pattern.indexOf(']', at + 2)
    if (pattern.startsWith('[:', at) && close !== at + 2 && (close < 0 || pattern[close - 1] === ':')) {
      const name = pattern.slice(at + 2, close - 1)
      const ranges = close < 0 ? undefined : classes.get(name)
      if (ranges === undefined) return undefined
      for (let pair = 0; pair < ranges.length; pair += 2) {
        addRange(takes, ranges.charCodeAt(pair), ranges.charCodeAt(pair + 1), ignoreCase && name === 'upper')
      }
      previous = undefined
      at = close + 1
      continue
    }
    const ranged = pattern[at] === '-' && previous !== undefined && pattern[at + 1] !== ']'
    if (ranged) at += 1
    if (pattern[at] === '\\') at += 1
    if (at >= pattern.length) return undefined
    const byte = pattern.charCodeAt(at)
    addRange(takes, ranged ? (previous ?? byte) : byte, byte, ignoreCase && ranged)
    previous = ranged ? undefined : byte
    at += 1
  }
  if (negated) for (let byte = 0; byte < 256; byte += 1) takes[byte] = 1 - (takes[byte] ?? 0)
  return { takes, end: at + 1 }
}

function addRange(takes: Uint8Array, from: number, to: number, alsoSmall: boolean): void {
  for (let byte = from; byte <= to; byte += 1) {
    takes[byte] = 1
    if (alsoSmall && byte >= 0x41 && byte <= 0x5a) takes[byte + 0x20] = 1
  }
}
