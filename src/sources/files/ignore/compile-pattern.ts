import { type ByteToken, type Piece, readPieces } from './read-pieces.ts'
import { anyNumber, matchesWhole } from './wildcard.ts'

/** Whether a text matches. Texts and patterns are byte strings: one character, U+0000 to U+00FF, for each byte of UTF-8. */
export type Match = (text: string) => boolean

/**
 * Compiles what git calls wildmatch: `*`, `?` (one byte), `[…]`, backslash, and with `inPath` also `**` for any number of folders
 * where it stands between slashes. As in git, what is before the first special character is compared by itself, so that a `**` right
 * behind it counts as if it stood at the beginning: `foo**` + `/bar` matches `foobar`. With `ignoreCase` texts come in small
 * letters. Matching takes at most pattern × text steps. Undefined for a pattern that matches nothing.
 */
export function compilePattern(
  pattern: string,
  { inPath, ignoreCase }: { readonly inPath: boolean; readonly ignoreCase: boolean },
): Match | undefined {
  const special = pattern.search(/[*?[\\]/)
  const plain = special < 0 ? pattern : pattern.slice(0, special)
  const literal = ignoreCase ? smallLetters(plain) : plain
  if (special < 0) return (text) => text === literal
  const pieces = readPieces(pattern.slice(special), inPath, ignoreCase)
  if (pieces === undefined) return undefined
  const rest = matchPieces(pieces)
  return literal === '' ? rest : (text) => text.startsWith(literal) && rest(text.slice(literal.length))
}

/** A text with the 26 capitals of ASCII in small letters. */
export function smallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}

function matchPieces(pieces: readonly Piece[]): Match {
  const matches = pieces.map((piece) => (piece === anyNumber ? piece : matchName(piece)))
  const [only] = matches
  if (matches.length === 1 && only !== undefined && only !== anyNumber) {
    return (text) => !text.includes('/') && only(text)
  }
  return (text) => {
    const names = text.split('/')
    return matchesWhole(matches, names.length, (match, index) => match(names[index] ?? ''))
  }
}

function matchName(tokens: readonly ByteToken[]): Match {
  const stars = tokens.filter((token) => token === anyNumber).length
  const bytes = tokens.filter((token) => typeof token === 'number')
  if (stars < 2 && stars + bytes.length === tokens.length) {
    const text = bytes.map((byte) => String.fromCharCode(byte)).join('')
    if (stars === 0) return (name) => name === text
    if (tokens[0] === anyNumber) return (name) => name.endsWith(text)
    if (tokens.at(-1) === anyNumber) return (name) => name.startsWith(text)
  }
  return (name) =>
    matchesWhole(tokens, name.length, (token, index) => {
      const byte = name.charCodeAt(index)
      return typeof token === 'number' ? token === byte : token[byte] === 1
    })
}
