import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPack } from '../../config/pack/open-pack.ts'
import type { FileSource } from '../../sources/source.ts'
import { pack } from './pack.ts'
import type { PackPorts } from './pack-ports.ts'
import type { PackPiece, PackReport } from './pack-report.ts'
import type { PackRequest } from './pack-request.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-pack-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function put(files: { readonly [path: string]: string | Uint8Array }): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

async function ports(measure = 'characters'): Promise<PackPorts> {
  return (await openPack({ root, measure, env: {}, cache: false })).ports
}

function request(asked: Partial<PackRequest>): PackRequest {
  return {
    paths: [''],
    include: [],
    exclude: [],
    format: 'markdown',
    lineNumbers: false,
    compress: false,
    secrets: true,
    all: false,
    extras: [],
    ...asked,
  }
}

async function packed(
  asked: Partial<PackRequest> = {},
  given?: PackPorts,
): Promise<{ readonly text: string; readonly report: PackReport }> {
  const packing = pack(given ?? (await ports()), request(asked))
  let text = ''
  let next: IteratorResult<PackPiece, PackReport> = await packing.next()
  for (; !next.done; next = await packing.next()) text += next.value.text
  return { text, report: next.value }
}

function outcomes({ files }: PackReport): { readonly [path: string]: string } {
  return Object.fromEntries(files.map((file) => [file.path, file.kind === 'packed' ? file.form : file.why]))
}

/** A source whose files are read otherwise from the second time on. */
function changing(source: FileSource, second: (path: string) => string | undefined): FileSource {
  const seen = new Set<string>()
  return {
    ...source,
    async read(path) {
      const text = seen.has(path) ? second(path) : undefined
      seen.add(path)
      return text === undefined ? await source.read(path) : { kind: 'text', text, bytes: text.length }
    },
  }
}

describe('a pack', () => {
  it('has an outcome for everything that was found, whatever it is', async () => {
    await put({
      'a.ts': 'export const a = 1\n',
      empty: '',
      'bad.txt': Buffer.from('some words and \xff more of them\n', 'latin1'),
      'binary.bin': Uint8Array.from([1, 0, 2]),
      'wide.txt': Buffer.from('\ufeffwide\n', 'utf16le'),
      'line.txt': 'x'.repeat(80_000),
      'yarn.lock': 'lock',
      'app.min.js': 'x',
      'key.txt': `AKIA${'Q7ZXCVBNMASDFGHJ'}\n`,
      'new\nline $&😀.md': '# Title\n',
    })
    await symlink('/etc', join(root, 'out'))
    await symlink('nowhere', join(root, 'dangling'))
    const { text, report } = await packed({ paths: ['', 'missing'] })
    expect(outcomes(report)).toEqual({
      'a.ts': 'full',
      empty: 'full',
      'bad.txt': 'full',
      'binary.bin': 'binary',
      'wide.txt': 'full',
      'line.txt': 'full',
      'yarn.lock': 'lock-file',
      'app.min.js': 'generated',
      'key.txt': 'secret',
      'new\nline $&😀.md': 'full',
      out: 'outside',
      dangling: 'not-found',
      missing: 'not-found',
    })
    expect(report.files).toContainEqual(expect.objectContaining({ path: 'bad.txt', repaired: 1 }))
    expect(text).toContain('```txt\nwide\n```')
    expect(text).toContain('- key.txt: holds a secret: aws-access-key-id in line 1\n')
    expect(text).not.toContain('Q7ZXCVBNMASDFGHJ')
  })

  it('takes lock files and generated ones with all, and secrets without a scan', async () => {
    await put({ 'yarn.lock': 'lock', 'app.min.js': 'x', 'key.txt': `AKIA${'Q7ZXCVBNMASDFGHJ'}\n` })
    const { report } = await packed({ all: true, secrets: false })
    expect(outcomes(report)).toEqual({ 'yarn.lock': 'full', 'app.min.js': 'full', 'key.txt': 'full' })
  })

  it('holds nothing of the folder it is in: no absolute path, no time', async () => {
    await put({ 'a.ts': 'x\n' })
    const { text, report } = await packed({ task: 'x', budget: 1000 })
    expect(text + JSON.stringify(report)).not.toContain(root)
  })

  it('is a head and a foot for an empty folder', async () => {
    const { text, report } = await packed({ format: 'json' })
    expect(JSON.parse(text)).toEqual({ files: [], leftOut: [] })
    expect(report).toMatchObject({ files: [], parts: 1 })
  })

  it('takes what include says and exclude does not', async () => {
    await put({ 'src/a.ts': '', 'src/a.test.ts': '', 'src/deep/b.ts': '', 'docs/c.md': '', 'd.ts': '' })
    const paths = async (include: string[], exclude: string[] = []): Promise<string[]> =>
      Object.keys(outcomes((await packed({ include, exclude })).report))
    expect(await paths(['*.ts'])).toEqual(['d.ts', 'src/a.test.ts', 'src/a.ts', 'src/deep/b.ts'])
    expect(await paths(['*.ts'], ['*.test.ts'])).toEqual(['d.ts', 'src/a.ts', 'src/deep/b.ts'])
    expect(await paths(['src/*.ts'])).toEqual(['src/a.test.ts', 'src/a.ts'])
    expect(await paths(['src/**'])).toEqual(['src/a.test.ts', 'src/a.ts', 'src/deep/b.ts'])
    expect(await paths(['src/'])).toEqual(['src/a.test.ts', 'src/a.ts', 'src/deep/b.ts'])
    expect(await paths(['./*.ts', 'docs/'])).toEqual(['d.ts', 'docs/c.md'])
    expect(await paths([], ['src'])).toEqual(['d.ts', 'docs/c.md'])
    expect(await paths([], ['**'])).toEqual([])
  })

  it('never packs what it is written to', async () => {
    await put({ 'a.md': 'a', 'out.md': 'out' })
    const { text, report } = await packed({ isOutput: (path) => path === 'out.md' })
    expect(outcomes(report)).toEqual({ 'a.md': 'full' })
    expect(text).not.toContain('out.md')
  })

  it('is stopped by the signal, with what the signal says', async () => {
    await put(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, 'x'])))
    for (const asked of [{}, { budget: 5000 }, { budget: 5000, task: 'x' }, { compress: true }, { split: 100 }]) {
      const stop = new AbortController()
      const why = new Error('enough')
      const onProgress = (done: number): void => {
        if (done > 20) stop.abort(why)
      }
      await expect(packed({ ...asked, signal: stop.signal, onProgress })).rejects.toBe(why)
    }
  })
})

describe('a file that changes while it is packed', () => {
  const files = { 'a.txt': 'first\n', 'b.txt': 'other\n', 'c.txt': 'third\n' }

  it('is left out and said so where a budget was planned with what it was, and the others stay', async () => {
    await put(files)
    const given = await ports()
    for (const second of ['longer than it was before\n', `AKIA${'Q7ZXCVBNMASDFGHJ'}\n`]) {
      const source = changing(given.source, (path) => (path === 'b.txt' ? second : undefined))
      const { text, report } = await packed({ budget: 300 }, { ...given, source })
      expect(outcomes(report)).toEqual({ 'a.txt': 'full', 'b.txt': 'changed-while-read', 'c.txt': 'full' })
      expect(text).not.toContain(second)
      expect(report.size).toBe(Array.from(text).length)
      expect(report.size).toBeLessThanOrEqual(300)
    }
  })

  it('is written as it was read where everything goes in', async () => {
    await put(files)
    const given = await ports()
    const source = changing(given.source, () => 'changed\n')
    expect((await packed({}, { ...given, source })).text).toContain('first\n')
  })

  it('never makes JSON that does not parse, nor a text over the budget, at every size', async () => {
    await put(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}.txt`, `text ${at}\n`.repeat(at * 3)])))
    const given = await ports()
    for (let budget = 60; budget < 2000; budget += 97) {
      const source = changing(given.source, (path) => (path > 'f3' ? undefined : 'changed\n'.repeat(99)))
      const { text } = await packed({ format: 'json', budget, task: 'text' }, { ...given, source })
      expect(JSON.parse(text).files).toBeInstanceOf(Array)
      expect(Array.from(text).length).toBeLessThanOrEqual(budget)
    }
  })
})

describe('a pack within a budget', () => {
  const body = (name: string): string =>
    Array.from(
      { length: 40 },
      (_, at) => `export function ${name}${at}(value: number): number {\n  return value + ${at}\n}\n`,
    ).join('\n')

  it('refuses what not even its head fits', async () => {
    await put({ 'a.ts': 'x\n' })
    for (const asked of [{ budget: 1 }, { budget: 20, task: 'long '.repeat(99) }]) {
      await expect(packed(asked)).rejects.toMatchObject({ code: 'over-limit' })
    }
    const extras = [{ name: 'diff' as const, text: 'x'.repeat(500) }]
    await expect(packed({ budget: 400, extras })).rejects.toMatchObject({ code: 'over-limit' })
  })

  it('takes the smallest first without a task, ties by path', async () => {
    await put({ 'b.txt': 'x'.repeat(10), 'a.txt': 'x'.repeat(10), 'large.txt': 'x'.repeat(900), 'c.txt': 'x' })
    const { report } = await packed({ budget: 120 })
    expect(outcomes(report)).toEqual({
      'a.txt': 'full',
      'b.txt': 'full',
      'c.txt': 'full',
      'large.txt': 'over-budget',
    })
    expect(outcomes((await packed({ budget: 85 })).report)).toMatchObject({ 'b.txt': 'over-budget', 'a.txt': 'full' })
  })

  it('takes what the task is about first, in smaller forms where it is too large, as it stands in the file', async () => {
    await put({ 'parser.ts': body('parse'), 'printer.ts': body('print'), 'note.md': '# A note\n\nNothing here.\n' })
    const { text, report } = await packed({ budget: 1500, task: 'parse the value in parse7', format: 'json' })
    const parser = JSON.parse(text).files.find((file: { path: string }) => file.path === 'parser.ts')
    expect(['excerpt', 'card']).toContain(parser.form)
    expect(outcomes(report)['parser.ts']).toBe(parser.form)
    if (parser.form === 'excerpt') {
      const lines = body('parse').split('\n')
      const parts = parser.ranges.map(([from, to]: [number, number]) => `${lines.slice(from - 1, to).join('\n')}\n`)
      expect(parser.text).toBe(parts.join('…\n'))
      expect(parser.text).toContain('parse7')
    }
  })

  it('numbers an excerpt with the lines of the file', async () => {
    await put({ 'parser.ts': body('parse'), 'printer.ts': body('print') })
    const asked = { budget: 2500, task: 'parse7', format: 'json', lineNumbers: true } as const
    const { files } = JSON.parse((await packed(asked)).text)
    const excerpts = files.filter((file: { form?: string }) => file.form === 'excerpt')
    expect(excerpts).not.toEqual([])
    for (const { path, text } of excerpts) {
      const lines = body(path === 'parser.ts' ? 'parse' : 'print').split('\n')
      for (const [, number, line] of text.matchAll(/^(\d+)\t(.*)$/gm)) expect(lines[Number(number) - 1]).toBe(line)
    }
  })

  it('gives a larger budget no smaller pack', async () => {
    await put({ 'a.txt': 'a'.repeat(50), 'b.txt': 'b'.repeat(120), 'c.txt': 'c'.repeat(300), 'd.txt': 'd'.repeat(700) })
    let before = 0
    for (let budget = 60; budget < 1700; budget += 40) {
      const { report } = await packed({ budget })
      const kept = report.files.filter(({ kind }) => kind === 'packed').length
      expect(kept).toBeGreaterThanOrEqual(before)
      before = kept
    }
    expect(before).toBe(4)
  })
})
