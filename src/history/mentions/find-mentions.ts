/** What a person's message refers to. Paths are as written, without quotes; a folder's ends in a slash. */
export type Mention =
  | { readonly kind: 'file'; readonly value: string }
  | { readonly kind: 'folder'; readonly value: string }
  | { readonly kind: 'url'; readonly value: string }
  | { readonly kind: 'commit'; readonly value: string }
  | { readonly kind: 'git-changes' }
  | { readonly kind: 'problems' }
  | { readonly kind: 'terminal' }

/** An `@` that may begin a mention, with the character before it where that is a bracket or a quote. */
const beginning = /(?<=(^|[\s\p{Ps}\p{Pi}\p{Pf}<"'`]))@/gu

/** A path in quotes. Stops at the end of a line, so that a quote left open costs no more than its line. */
const quotedPath = /"(\/[^"\n]+)"/y

/** Where a path or a URL begins, each with at least one character behind it. */
const unquoted = /(\/|https?:\/\/)\S/iy

/** A word or the hash of a commit, as a whole: not the beginning of a longer word, of a path or of a domain. */
const word = /(git-changes|problems|terminal|[\da-f]{7,40})(?![\p{L}\p{N}_\-/\\@#$%&+=~]|[.:][\p{L}\p{N}])/iuy

/** What is not part of a mention at its end: punctuation, closing brackets, closing quotes. */
const trailing = /[.,;:!?…、。，；：！？>"'`\p{Pe}\p{Pi}\p{Pf}]/u

const closers: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '<>', '""', "''", '``', '“”', '‘’', '«»', '„“', '»«', '（）', '【】', '「」', '『』'].map(
    (pair) => [pair.charAt(0), pair.charAt(1)],
  ),
)

/**
 * The mentions of a text in order of first appearance, each once: `@/path`, `@"/path with spaces"`, `@/folder/`,
 * `@https://…`, `@<hash of 7 to 40 hex digits>`, `@git-changes`, `@problems`, `@terminal`. One starts at the beginning,
 * after white space, or after an opening bracket or quote, and then ends before what closes that; an unquoted one ends
 * at white space. Takes time in proportion to the text.
 */
export function findMentions(text: string): Mention[] {
  const found = new Map<string, Mention>()
  let end = 0
  for (const { index, 1: before = '' } of text.matchAll(beginning)) {
    if (index < end) continue
    const read = readQuoted(text, index + 1) ?? readWord(text, index + 1) ?? readUnquoted(text, index + 1, before)
    if (read === undefined) continue
    end = read.end
    const key = `${read.mention.kind} ${'value' in read.mention ? read.mention.value : ''}`
    if (!found.has(key)) found.set(key, read.mention)
  }
  return [...found.values()]
}

interface Read {
  readonly mention: Mention
  readonly end: number
}

function readQuoted(text: string, from: number): Read | undefined {
  const path = matchAt(quotedPath, text, from)?.[1]
  return path === undefined ? undefined : { mention: pathMention(path), end: from + path.length + 2 }
}

function readWord(text: string, from: number): Read | undefined {
  const value = matchAt(word, text, from)?.[1]
  if (value === undefined) return undefined
  const end = from + value.length
  switch (value) {
    case 'git-changes':
    case 'problems':
    case 'terminal':
      return { mention: { kind: value }, end }
    default:
      return /^[\da-f]+$/i.test(value) ? { mention: { kind: 'commit', value }, end } : undefined
  }
}

function readUnquoted(text: string, from: number, before: string): Read | undefined {
  const start = matchAt(unquoted, text, from)?.[1]
  if (start === undefined) return undefined
  const first = from + start.length
  let end = endOfRun(text, first, before)
  while (end > first && trailing.test(text.charAt(end - 1))) end--
  if (end === first) return undefined
  const value = text.slice(from, end)
  return { mention: start === '/' ? pathMention(value) : { kind: 'url', value }, end }
}

/** The next white space, or what closes the bracket or quote in front of the mention. Pairs inside stay whole. */
function endOfRun(text: string, from: number, opener: string): number {
  const closer = closers.get(opener)
  let open = 0
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (/\s/.test(character)) return at
    if (character === closer) {
      if (open === 0) return at
      open--
    } else if (character === opener) open++
  }
  return text.length
}

function pathMention(value: string): Mention {
  return { kind: value.endsWith('/') ? 'folder' : 'file', value }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
