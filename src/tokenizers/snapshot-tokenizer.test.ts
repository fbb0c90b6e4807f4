import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import * as vocabulary from '@hypertok/vocab-o200k'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coreCounts } from './core-counts.ts'
import { openCore } from './core-module.ts'
import { exactMeasure } from './exact.ts'
import { loadMeasure } from './load-measure.ts'
import { readSnapshot } from './snapshot-file.ts'
import { restoreTokenizer, snapshotPath, snapshotTokenizer } from './snapshot-tokenizer.ts'

const sentence = 'On a loom, the heddle decides which threads are lifted on each pass.'
const tokensOfSentence = 16

let root: string
let folder: string
let path: string
/** A sound snapshot, to be damaged. */
let sound: Buffer

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-snapshot-'))
  const first = join(root, 'first')
  await snapshotTokenizer(first, vocabulary)
  sound = await readFile(snapshotPath(first, vocabulary))
  return () => rm(root, { recursive: true })
})

beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'))
  path = snapshotPath(folder, vocabulary)
})
afterEach(() => rm(folder, { recursive: true }))

describe('a snapshot', () => {
  it('can be made and used with the installed hypertok', async () => {
    expect(await snapshotTokenizer(folder, vocabulary)).toBeDefined()
    const restored = await restoreTokenizer(path)
    expect(restored && coreCounts(restored).plain(sentence)).toBe(tokensOfSentence)
  })

  it('is kept in a folder that is made for it, and both are for the owner alone', async () => {
    const deep = join(folder, 'new', 'vocabularies')
    await exactMeasure('o200k_base', { snapshots: deep })
    expect(await readdir(deep)).toEqual([basename(path)])
    if (process.platform === 'win32') return
    expect((await stat(deep)).mode & 0o777).toBe(0o700)
    expect((await stat(snapshotPath(deep, vocabulary))).mode & 0o777).toBe(0o600)
  })

  it('is the same each time it is made', async () => {
    await exactMeasure('o200k_base', { snapshots: folder })
    expect(sound.equals(await readFile(path))).toBe(true)
  })

  it('takes the place of those of other versions and of what a kill left, and of nothing else', async () => {
    const others = ['cl100k_base-x64-0.3.4-0123456789abcdef.snapshot', 'o200k_base', 'notes.md']
    const start = basename(path).slice(0, basename(path).indexOf('-', 'o200k_base-'.length) + 1)
    const old = [`${start}0.0.1-0123456789abcdef.snapshot`, `${basename(path)}.3f0c`]
    await Promise.all([...others, ...old].map((name) => writeFile(join(folder, name), 'x')))
    await exactMeasure('o200k_base', { snapshots: folder })
    expect((await readdir(folder)).sort()).toEqual([...others, basename(path)].sort())
  })

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['empty', (at) => writeFile(at, '')],
    ['another file', (at) => writeFile(at, 'x'.repeat(100_000))],
    ['a header alone', (at) => writeFile(at, sound.subarray(0, 20))],
    ['cut off', (at) => writeFile(at, sound).then(() => truncate(at, sound.length - 1))],
    ['cut off by a page', (at) => writeFile(at, sound.subarray(0, -65_536))],
    ['too long', (at) => writeFile(at, Buffer.concat([sound, Buffer.alloc(1)]))],
    ['of another magic', (at) => writeFile(at, changed(0))],
    ['of another pointer', (at) => writeFile(at, changed(8))],
    ['of another length', (at) => writeFile(at, changed(14))],
    ['of another checksum', (at) => writeFile(at, changed(16))],
    ['changed at its beginning', (at) => writeFile(at, changed(20))],
    ['changed in the middle', (at) => writeFile(at, changed(20_000_000))],
    ['changed at its end', (at) => writeFile(at, changed(sound.length - 1))],
    ['a folder', (at) => mkdir(at)],
  ])('is not used where it is %s', async (_name, put) => {
    await put(path)
    expect(await restoreTokenizer(path)).toBeUndefined()
  })

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['is damaged', (at) => writeFile(at, changed(1_000_000))],
    ['may not be read', (at) => writeFile(at, sound).then(() => chmod(at, 0))],
    ['is a pipe', (at) => promisify(execFile)('mkfifo', [at])],
  ])('is made anew where it %s', { skip: process.platform === 'win32' }, async (_name, put) => {
    await put(path)
    expect((await exactMeasure('o200k_base', { snapshots: folder })).count(sentence)).toBe(tokensOfSentence)
    expect((await readFile(path)).equals(sound)).toBe(true)
  })

  it.each<[string, (folder: string) => Promise<string>]>([
    ['the folder is a file', (at) => writeFile(join(at, 'file'), '').then(() => join(at, 'file'))],
    ['the folder lies below a file', (at) => writeFile(join(at, 'file'), '').then(() => join(at, 'file', 'deep'))],
    ['a folder has its name', (at) => mkdir(snapshotPath(at, vocabulary)).then(() => at)],
    ['the folder has no possible name', async (at) => join(at, 'x'.repeat(5000))],
    ['the folder has no name', async () => '\0'],
  ])('is done without where %s', async (_name, prepare) => {
    const measure = await exactMeasure('o200k_base', { snapshots: await prepare(folder) })
    expect(measure.count(sentence)).toBe(tokensOfSentence)
    expect((await readdir(folder, { recursive: true })).filter((name) => !/^file$|snapshot$/.test(name))).toEqual([])
  })
})

describe('a tokenizer from a snapshot', () => {
  beforeEach(() => writeFile(path, sound))

  it('counts texts around the size of its input as the published tokenizer does', async () => {
    const published = await loadMeasure('o200k_base')
    const pieces = fc.constantFrom('a', ' word', 'é', '漢', '😀', '\ud800', '\udc00', '\n', '<|endoftext|>')
    const end = fc.array(pieces, { maxLength: 12 }).map((chosen) => chosen.join(''))
    // Each time a fresh one: its input holds 65,536 bytes at first, and does not shrink again.
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(1, 2, 3), fc.integer({ min: -14, max: 2 }), end, async (times, less, tail) => {
        const text = `${'heddle, '.repeat(8192 * times).slice(0, 65_536 * times + less)}${tail}`
        const fresh = await exactMeasure('o200k_base', { snapshots: folder })
        expect(fresh.count(text)).toBe(published.count(text))
        expect(fresh.count(sentence)).toBe(tokensOfSentence)
      }),
      { numRuns: 15 },
    )
  })

  it('counts 100 MB in one text', async () => {
    const measure = await exactMeasure('o200k_base', { snapshots: folder })
    const line = `${sentence} Größe 漢字 😀\n`
    const times = Math.ceil(100_000_000 / Buffer.byteLength(line))
    expect(measure.count(line.repeat(times))).toBe(measure.count(line) * times)
    expect(measure.count(sentence)).toBe(tokensOfSentence)
  })

  it('takes no more memory after 100,000 texts than after 10,000', async () => {
    const core = await openCore()
    const { plain, special } = coreCounts(core.tokenizerAt(readSnapshot(path, core.memory)))
    const countTo = (from: number, to: number): number => {
      for (let n = from; n < to; n++) {
        plain(`text ${n} of ${sentence}`)
        special(`<|endoftext|> ${n}`)
      }
      return core.memory.buffer.byteLength
    }
    const early = countTo(0, 10_000)
    expect(countTo(10_000, 100_000)).toBe(early)
  })
})

function changed(at: number): Buffer {
  const copy = Buffer.from(sound)
  copy.writeUInt8(sound.readUInt8(at) ^ 1, at)
  return copy
}
