import { compilePattern, type Match } from './compile-pattern.ts'

/** One line of an ignore file. */
export interface Rule {
  /** It lets in again what a rule before it left out. */
  readonly negative: boolean
  readonly foldersOnly: boolean
  /** It is matched with the name alone, at any depth; else with the path from the ignore file's folder. */
  readonly byName: boolean
  readonly match: Match
}

/**
 * The rules of an ignore file, in order, exactly as git reads them. The text is a byte string (`latin1`). Rules that match nothing are
 * left out. With `ignoreCase` what they are asked about comes in small letters.
 */
export function parseRules(text: string, ignoreCase = false): readonly Rule[] {
  return text
    .replace(/^\xef\xbb\xbf/, '')
    .split('\n')
    .flatMap((line) => parseRule(line, ignoreCase) ?? [])
}

function parseRule(line: string, ignoreCase: boolean): Rule | undefined {
  if (line === '' || line.startsWith('#')) return undefined
  const [cut = ''] = line.replace(/\r$/, '').split('\0', 1)
  let pattern = withoutTrailingSpaces(cut)
  const negative = pattern.startsWith('!')
  if (negative) pattern = pattern.slice(1)
  const foldersOnly = pattern.endsWith('/')
  if (foldersOnly) pattern = pattern.slice(0, -1)
  if (pattern === '') return undefined
  const byName = !pattern.includes('/')
  const match = compilePattern(pattern.replace(/^\//, ''), { inPath: !byName, ignoreCase })
  return match && { negative, foldersOnly, byName, match }
}

/** Spaces at the end do not count, unless a backslash is before the first of them; tabs do. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ') end -= 1
  if (end === line.length) return line
  let slashes = 0
  while (line[end - 1 - slashes] === '\\') slashes += 1
  return line.slice(0, slashes % 2 === 0 ? end : end + 1)
}
