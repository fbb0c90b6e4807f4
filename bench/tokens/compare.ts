import type { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Json } from '../../src/core/content/json.ts'
import { type Encoding, exactMeasure } from '../../src/tokenizers/exact.ts'
import { answer, childInput } from '../frame/child.ts'
import { hasLongRun, textFiles } from './text-files.ts'

/** What is compared: every text file under a folder, in one encoding. */
export interface Task {
  readonly folder: string
  readonly encoding: Encoding
}

/** What one tokenizer took. Loading ends with its first count. */
export interface Taken {
  readonly loadMs: number
  readonly countMs: number
}

/** Both tokenizers over the same files. */
export interface Compared {
  readonly files: number
  readonly bytes: number
  readonly tokens: number
  readonly withMark: number
  readonly differences: number
  /** How many of those files have U+FEFF or U+0085 in them: JavaScript's `\s` and Unicode disagree about these. */
  readonly withSpace: number
  /** The first of the others, as `path: ours, theirs`. */
  readonly examples: readonly string[]
  readonly heddle: Taken
  readonly peer: Taken
  /** Files that only Heddle counts, because of a long run in them. */
  readonly longRuns: { readonly files: number; readonly bytes: number; readonly countMs: number }
}

interface Loaded {
  readonly count: (text: string) => number
  readonly loadMs: number
}

async function loaded(load: () => Promise<(text: string) => number>): Promise<Loaded> {
  const before = performance.now()
  const count = await load()
  count('first')
  return { count, loadMs: performance.now() - before }
}

const everything = { disallowedSpecial: new Set<string>() }

async function peerOf(encoding: Encoding): Promise<(text: string) => number> {
  const { countTokens: count }: { countTokens: typeof countTokens } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  return (text) => count(text, everything)
}

/** The reference takes U+0085 for white space and U+FEFF not; a pattern of JavaScript the other way round. */
const disputedSpace = /[\ufeff\u0085]/

const progressEvery = 10_000_000

async function compare({ folder, encoding }: Task): Promise<Compared> {
  const ours = await loaded(async () => (await exactMeasure(encoding)).count)
  const theirs = await loaded(() => peerOf(encoding))
  const total = { files: 0, bytes: 0, tokens: 0, withMark: 0, ours: 0, theirs: 0 }
  const long = { files: 0, bytes: 0, countMs: 0 }
  const different: string[] = []
  let withSpace = 0
  for (const { path, text, bytes, hasMark } of textFiles(folder)) {
    const before = performance.now()
    const counted = ours.count(text)
    const between = performance.now()
    if (hasLongRun(text)) {
      long.files++
      long.bytes += bytes
      long.countMs += between - before
      continue
    }
    const again = performance.now()
    const expected = theirs.count(text)
    total.theirs += performance.now() - again
    total.ours += between - before
    if (counted !== expected && disputedSpace.test(text)) withSpace++
    else if (counted !== expected) different.push(`${path}: ${counted}, ${expected}`)
    if (Math.floor((total.bytes + bytes) / progressEvery) > Math.floor(total.bytes / progressEvery))
      process.stderr.write(`${encoding}: ${Math.round(total.bytes / 1e6)} MB in ${total.files} files\n`)
    total.files++
    total.bytes += bytes
    total.tokens += counted
    total.withMark += hasMark ? 1 : 0
  }
  const { files, bytes, tokens, withMark } = total
  return {
    files,
    bytes,
    tokens,
    withMark,
    differences: different.length + withSpace,
    withSpace,
    examples: different.slice(0, 10),
    heddle: { loadMs: ours.loadMs, countMs: total.ours },
    peer: { loadMs: theirs.loadMs, countMs: total.theirs },
    longRuns: long,
  }
}

answer((await compare(childInput<Task>())) as unknown as Json)
