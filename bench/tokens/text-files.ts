import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file's text as it stands in the file, a byte order mark included. */
export interface TextFile {
  readonly path: string
  readonly text: string
  readonly bytes: number
  readonly hasMark: boolean
}

/**
 * Every text file under a folder that is not empty, one at a time, in the order of their paths: UTF-8, or UTF-16 with a
 * byte order mark. Links are not followed.
 */
export function* textFiles(folder: string): Iterable<TextFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const path of paths) {
    const bytes = readFileSync(path)
    const text = textOf(bytes)
    if (text) yield { path, text, bytes: bytes.length, hasMark: text.startsWith('\ufeff') }
  }
}

const decoders = Object.fromEntries(
  ['utf-8', 'utf-16le', 'utf-16be'].map((name) => [name, new TextDecoder(name, { fatal: true, ignoreBOM: true })]),
)

/** A file's text, or undefined where it is binary. Empty files have an empty text. */
export function textOf(bytes: Buffer): string | undefined {
  const encoding = markOf(bytes) ?? 'utf-8'
  if (encoding === 'utf-8' && bytes.includes(0)) return undefined
  try {
    return decoders[encoding]?.decode(bytes)
  } catch {
    return undefined
  }
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** Stretches of so many characters without a place to cut are left to the numbers in the tests of `src/tokenizers`. */
export const longestRun = 10_000

const classes = ['[\\p{L}\\p{M}]', '[^\\s\\p{L}\\p{N}]', '\\s'] as const
const half = longestRun / 2
const wholly = new RegExp(`^(?:${classes.map((each) => `${each}+`).join('|')})$`, 'u')
const runs = new RegExp(classes.map((each) => `${each}+`).join('|'), 'gu')

/** Whether a text has a run of letters, of signs or of white space that takes gpt-tokenizer seconds or minutes. */
export function hasLongRun(text: string): boolean {
  for (let from = 0; from + half <= text.length; from += half)
    if (wholly.test(insideOf(text.slice(from, from + half)))) return hasRun(text)
  return false
}

function hasRun(text: string): boolean {
  for (const [run] of text.matchAll(runs)) if (run.length >= longestRun) return true
  return false
}

/** A stretch without the surrogates that cutting may have divided. */
function insideOf(stretch: string): string {
  return stretch.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}
