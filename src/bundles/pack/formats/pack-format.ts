import type { PackedFile } from '../packed-file.ts'

/** The formats of a pack. */
export const packFormats = ['markdown', 'xml', 'json', 'plain'] as const

/** One of `packFormats`. */
export type PackFormatName = (typeof packFormats)[number]

/** A text that goes along: what has changed, or what was changed before. */
export interface Extra {
  readonly name: 'diff' | 'log'
  readonly text: string
}

/** What stands before the files. */
export interface PackHead {
  /** What the files are for; absent where nothing was said. */
  readonly task?: string
  /** The tree of what was found; empty for none. */
  readonly tree: string
  readonly extras: readonly Extra[]
  /** From 1, where a pack is split. */
  readonly part?: number
}

/** What was left out, in one line each. */
export interface PackFoot {
  readonly leftOut: readonly { readonly path: string; readonly why: string }[]
}

/**
 * How a pack is written: the head, a block for each file, the foot. Each of them begins with a character that is neither white
 * space nor `/` and ends with a line feed, so that their sizes add up in every measure that counts apart at lines.
 */
export interface PackFormat {
  readonly name: PackFormatName
  head(head: PackHead): string
  block(file: PackedFile): string
  /** What stands at the beginning of every block but the first. */
  readonly between: string
  foot(foot: PackFoot): string
}

/** What does not show, or shows as something else: control and format characters, separators of lines. */
const unsafe = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
const unshown = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|^["\s]|\s$/u

/** A path on one line: as it is, or quoted where it holds control characters, quotes at its ends, or something that does not show. */
export function shownPath(path: string): string {
  if (!unshown.test(path)) return path
  return JSON.stringify(path).replace(unsafe, escaped)
}

/** Each UTF-16 unit of a sign as JSON would write it. */
function escaped(sign: string): string {
  return sign
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** A text that ends with a line feed; the empty text stays empty. */
export function endedLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/** What is said of a file that is not there in full. */
export function formNote({ form, ranges = [] }: PackedFile): string | undefined {
  if (form === 'full') return undefined
  if (form === 'signatures' || form === 'card') return form
  return `lines ${ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')}`
}
