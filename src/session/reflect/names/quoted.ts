import type { Json } from '../../../core/content/json.ts'
import type { Part } from '../../../core/content/part.ts'
import { pathKey } from '../../../core/repeats/path-key.ts'
import { codeIn, quotedIn } from './code-in.ts'
import { eachRun } from './scan.ts'
import { isDotted, isPlainName, isSymbol } from './symbols.ts'

/** What an answer quotes. */
export interface Quoted {
  /** All that it says, as far as it is read. */
  readonly text: string
  /** Paths and names of files, and what looks like one: as they were quoted, without what stands around them. */
  readonly paths: ReadonlySet<string>
  /** Names put together of words, and two with a dot between them. */
  readonly symbols: ReadonlySet<string>
  /** Words in backticks: names only where they are defined. */
  readonly words: ReadonlySet<string>
  /** Words that may be the id of a node, in small letters. */
  readonly ids: ReadonlySet<string>
  /** The tools that it called. */
  readonly tools: ReadonlySet<string>
}

/** More of an answer is not read, in UTF-16 units. */
const mostRead = 200_000
/** So many strings of a call's input are looked at on their own, and no longer ones. */
const [mostStrings, longestString] = [200, 500]

/** What an answer quotes in its text, its reasoning, and the inputs of its calls. Time is linear in the answer, and bounded. */
export function quotedBy(answer: readonly Part[]): Quoted {
  const inputs = answer.flatMap((part) => (part.kind === 'tool-call' ? stringsIn(part.input) : []))
  const said = answer.flatMap((part) => (part.kind === 'text' || part.kind === 'reasoning' ? [part.text] : []))
  const text = [...said, ...inputs].join('\n').slice(0, mostRead)
  const exact = inputs.filter(({ length }) => length <= longestString).slice(0, mostStrings)
  const paths = new Set([...pathsIn(text), ...exact.filter((each) => !each.includes('\n'))])
  const symbols = new Set<string>()
  const ids = new Set(exact.filter((each) => isId(each)).map((each) => each.toLowerCase()))
  eachRun(text, (from, to, shaped, joined) => {
    const [before, after] = [text[from - 1], text[to]]
    if (before === '/' || after === '/') return
    const run = text.slice(from, to)
    if (shaped && isSymbol(run)) symbols.add(run)
    if (isId(run) && /\d/.test(run) && /[a-z]/i.test(run)) ids.add(run.toLowerCase())
    if (joined >= 0 && isDotted(text.slice(joined, to))) symbols.add(text.slice(joined, to))
  })
  return {
    text,
    paths,
    symbols,
    words: new Set(quotedIn(said.join('\n').slice(0, mostRead)).map(withoutCall).filter(isPlainName)),
    ids,
    tools: new Set(answer.flatMap((part) => (part.kind === 'tool-call' ? [part.name] : []))),
  }
}

/** The strings in a JSON value, at any depth, in their order. */
export function stringsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((each: Json | undefined) => stringsIn(each))
}

/** The text of a node that is code: all of it, or what is marked as code in it. */
export function codeOf(text: string, whole: boolean): string {
  return whole ? text : codeIn(text).join('\n')
}

/** How a short id or an id is written: base 32 without the letters that are taken for others. */
export function isId(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{4,26}$/i.test(text)
}

function withoutCall(word: string): string {
  return word.replace(/\(\)$/, '')
}

const word = /[^\s"'`<>()[\]{},;|*?!=]+/g

/** Words that may be a path: there is a slash or a dot in them. */
function pathsIn(text: string): string[] {
  const found: string[] = []
  for (const [each] of text.matchAll(word)) {
    if (!/[./\\]/.test(each)) continue
    const path = each.replace(/^@/, '').replace(/(?::\d+(?:[-:]\d+)?)?[.:]*$/, '')
    if (path.length > 2) found.push(path)
  }
  return found
}

/** The last name of a path; what does not end a name is no part of it. */
export function baseName(path: string): string {
  return pathKey(path).split('/').at(-1) ?? ''
}
