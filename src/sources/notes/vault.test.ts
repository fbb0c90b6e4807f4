import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileSource } from '../files/file-source.ts'
import type { FileSource } from '../source.ts'
import { stampsBelow } from './stamp.ts'
import { openVault, type Vault } from './vault.ts'

let folder: string
let root: string
/** Paths in the order in which they were read. */
let reads: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-vault-'))
  root = join(folder, 'vault')
  reads = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(files: { readonly [path: string]: string | Uint8Array }): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
}

function source(): FileSource {
  const files = fileSource(root)
  return {
    ...files,
    read: (path) => {
      reads.push(path)
      return files.read(path)
    },
  }
}

const later = (): number => Date.now() + 10_000
const open = (): Promise<Vault> =>
  openVault(source(), { cache: { file: join(folder, 'links.json'), stamp: stampsBelow(root, later) } })

const some = {
  'index.md': '[[one]] [two](sub/two.md) ![[pic.png]] [[gone]] [out](../../x.md) [[index]]',
  'sub/one.md': '---\naliases: [First]\n---\n[[two]] [[index]] [[one]]',
  'sub/two.md': '[[First]] [[TWO]]',
  'map.canvas': '{"nodes":[{"type":"file","file":"sub/two.md"}]}',
  'all.base': 'filters: link("two")',
  'pic.png': Uint8Array.of(0, 1),
  'script.ts': '// [[two]]',
}

describe('a vault', () => {
  it('knows what a text links to: in order, each once, without the text itself and what is not there', async () => {
    await write(some)
    const vault = await openVault(source())
    expect(await vault.outlinks('index.md', '[[index]] [two](sub/two.md) [[one]] [[TWO]]')).toEqual([
      'sub/two.md',
      'sub/one.md',
    ])
    expect(await vault.outlinks('script.ts', some['script.ts'])).toEqual([])
    expect(reads).toEqual([])
    expect(await vault.outlinks('index.md', some['index.md'])).toEqual(['sub/one.md', 'sub/two.md', 'pic.png'])
    expect(await vault.outlinks('sub/two.md', '[[First]]')).toEqual(['sub/one.md'])
  })

  it('knows what links to a file, be it a note, a canvas or a base, or by an alias', async () => {
    await write(some)
    const vault = await openVault(source())
    expect(await vault.inlinks('sub/two.md')).toEqual(['all.base', 'index.md', 'map.canvas', 'sub/one.md'])
    expect(await vault.inlinks('sub/one.md')).toEqual(['index.md', 'sub/two.md'])
    expect(await vault.inlinks('pic.png')).toEqual(['index.md'])
    expect(await vault.inlinks('script.ts')).toEqual([])
    expect(reads.toSorted()).toEqual(['all.base', 'index.md', 'map.canvas', 'sub/one.md', 'sub/two.md'])
  })

  it('tells which links lead nowhere, and why', async () => {
    await write(some)
    const vault = await openVault(source())
    expect(await vault.unresolved()).toEqual([
      { from: 'index.md', target: 'gone', resolution: { kind: 'unresolved', cause: 'no-such-note' } },
      { from: 'index.md', target: '../../x.md', resolution: { kind: 'unresolved', cause: 'outside' } },
    ])
    expect(await vault.links()).toHaveLength(13)
  })

  it('goes on where a note has no text', async () => {
    await write({ 'a.md': Uint8Array.of(0, 0, 0), 'b.md': '[[a]]' })
    expect(await (await openVault(source())).inlinks('a.md')).toEqual(['b.md'])
  })
})

describe('the cache of a vault', () => {
  const answers = async (vault: Vault): Promise<unknown> => [await vault.links(), await vault.inlinks('sub/two.md')]
  const reopened = async (): Promise<unknown> => {
    reads = []
    return answers(await open())
  }
  const withoutCache = async (): Promise<unknown> => answers(await openVault(fileSource(root)))

  it('saves reading what has not changed, and gives the same answers', async () => {
    await write(some)
    const first = await answers(await open())
    expect(first).toEqual(await withoutCache())
    expect(await reopened()).toEqual(first)
    expect(reads).toEqual([])
    expect((await stat(join(folder, 'links.json'))).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).sort()).toEqual(['links.json', 'vault'])
  })

  it('reads what has changed, is new, or has another time, and knows what is gone', async () => {
    await write(some)
    await answers(await open())
    await write({ 'sub/two.md': '[[index]]' })
    expect(await reopened()).toEqual(await withoutCache())
    expect(reads).toEqual(['sub/two.md'])
    await write({ 'gone.md': '[[two]]' })
    expect(await reopened()).toEqual(await withoutCache())
    expect(reads).toEqual(['gone.md'])
    await rm(join(root, 'gone.md'))
    await rm(join(root, 'pic.png'))
    expect(await reopened()).toEqual(await withoutCache())
    expect(reads).toEqual([])
    await utimes(join(root, 'index.md'), 1, 1)
    expect(await reopened()).toEqual(await withoutCache())
    expect(reads).toEqual(['index.md'])
    expect(await reopened()).toEqual(await withoutCache())
    expect(reads).toEqual([])
  })

  it('does not trust a file that changed only just now', async () => {
    await write({ 'a.md': '[[b]]' })
    const stamp = stampsBelow(root, () => Date.now())
    expect(stamp('a.md')).toBeUndefined()
    expect(stampsBelow(root, later)('a.md')).toBeTypeOf('string')
    expect(stampsBelow(root, later)('gone.md')).toBeUndefined()
    const cache = { file: join(folder, 'links.json'), stamp }
    await (await openVault(source(), { cache })).links()
    await (await openVault(source(), { cache })).links()
    expect(reads).toEqual(['a.md', 'a.md'])
  })

  it('is made anew when it is damaged', async () => {
    await write(some)
    const first = await answers(await open())
    const file = join(folder, 'links.json')
    const whole = await readFile(file, 'utf8')
    for (const damaged of [
      '',
      'null',
      '[]',
      whole.slice(0, -20),
      whole.replace('"version":1', '"version":0'),
      whole.replace('"paths":[', '"paths":[1,'),
      whole.replaceAll(/\[(?:-?\d+,?)+\]\]/g, '[999]]'),
      whole.replace('"files":[[', '"files":[7,['),
    ]) {
      expect(damaged).not.toBe(whole)
      await writeFile(file, damaged)
      expect(await reopened()).toEqual(first)
      expect(reads, damaged).toHaveLength(5)
      expect(await readFile(file, 'utf8')).toBe(whole)
    }
  })

  it('need not be writable', async () => {
    await write(some)
    const stamp = stampsBelow(root, later)
    for (const file of [join(folder, 'no', 'links.json'), root]) {
      const vault = await openVault(source(), { cache: { file, stamp } })
      expect(await answers(vault)).toEqual(await withoutCache())
    }
    expect(await readdir(folder)).toEqual(['vault'])
  })
})
