import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Encoding, encodings, exactMeasure } from './exact.ts'

/** A text that the two encodings count apart, with a special token in it, and longer than a tokenizer's input is at first. */
const text = `'Zwölf Boxkämpfer 漢字 😀 '.repeat(3000) + '<|endoftext|>'`
const tokens = { o200k_base: 30_007, cl100k_base: 39_007 }

type Load = readonly [encoding: Encoding, snapshots: string | undefined]

let root: string
/** Where both snapshots are. */
let full: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-processes-'))
  full = join(root, 'full')
  for (const encoding of encodings) await exactMeasure(encoding, { snapshots: full })
  return () => rm(root, { recursive: true })
})

describe('exact measures of one process', () => {
  const ways = ['vocabulary', 'snapshot'] as const
  const pairs = [encodings, encodings.toReversed()] as [Encoding, Encoding][]
  const orders = pairs.flatMap(([first, second]) =>
    ways.flatMap((how) => ways.map((then) => ({ first, how, second, then }))),
  )
  it.each(orders)('count exactly: $first from a $how, then $second from a $then', async (order) => {
    const loads: Load[] = [
      [order.first, order.how === 'snapshot' ? full : undefined],
      [order.second, order.then === 'snapshot' ? full : undefined],
    ]
    expect(await countsOf(loads)).toEqual([tokens[order.first], tokens[order.second]])
  })

  it('count exactly where each encoding is loaded in every way', async () => {
    const empty = join(root, 'empty')
    const loads = [undefined, empty, full].flatMap((folder) => encodings.map((encoding): Load => [encoding, folder]))
    expect(await countsOf(loads)).toEqual(loads.map(([encoding]) => tokens[encoding]))
  })
})

describe('processes that share a folder', () => {
  it('leave one snapshot of each encoding, and count exactly', async () => {
    const shared = join(root, 'shared')
    const loads = encodings.map((encoding): Load => [encoding, shared])
    const all = await Promise.all(Array.from({ length: 4 }, () => countsOf(loads)))
    expect(all).toEqual(Array.from({ length: 4 }, () => [tokens.o200k_base, tokens.cl100k_base]))
    expect(await readdir(shared)).toEqual(await readdir(full))
  })
})

describe('an exact measure is loaded through what hypertok promises', () => {
  it.each([
    [
      'its files lie elsewhere',
      `resolve: (specifier, context, next) => next(specifier.replace('core.js?', 'none.js?'), context)`,
    ],
    ['a method has another name', loadChanged('growResidentInput', 'growInput')],
    ['a static method has another name', loadChanged('static __wrap', 'static wrap')],
    ['its class has another name', loadChanged('export class WasmTokenizer', 'class WasmTokenizer')],
    ['its module cannot be instantiated', loadChanged('new WebAssembly.Instance', 'new WebAssembly.Other')],
  ])('where %s', async (_name, hook) => {
    const snapshots = await mkdtemp(join(root, 'changed-'))
    const changed = `import { registerHooks } from 'node:module'; registerHooks({ ${hook} })`
    expect(await countsOf([['o200k_base', snapshots]], changed)).toEqual([tokens.o200k_base])
    expect(await readdir(snapshots)).toEqual([])
  })
})

/** Module hooks under which the copies of hypertok's glue that are imported apart have other words in them. */
function loadChanged(words: string, others: string): string {
  return `load(url, context, next) {
    const loaded = next(url, context)
    if (!url.includes('core.js?')) return loaded
    return { ...loaded, source: String(loaded.source).replaceAll(${JSON.stringify(words)}, ${JSON.stringify(others)}) }
  }`
}

/** The counts of the text in a process of its own: all measures are loaded one behind the other, and then counted with. */
async function countsOf(loads: readonly Load[], first = ''): Promise<readonly number[]> {
  const program = `
    ${first}
    const { exactMeasure } = await import(${JSON.stringify(new URL('exact.ts', import.meta.url))})
    const measures = []
    for (const [encoding, snapshots] of ${JSON.stringify(loads.map(([encoding, snapshots]) => [encoding, snapshots ?? null]))}) {
      measures.push(await exactMeasure(encoding, { snapshots: snapshots ?? undefined }))
    }
    for (const round of [1, 2]) for (const measure of measures) measure.count('round ' + round)
    console.log(JSON.stringify(measures.map((measure) => measure.count(${text}))))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(stdout)
}
