import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PackShell, packShell } from './pack-shell.ts'

let sh: PackShell

beforeEach(async () => {
  sh = await packShell()
})
afterEach(() => sh.remove())

const token = `AKIA${'Q7ZXCVBNMASDFGHJ'}`

describe('heddle pack', () => {
  it('writes the files and what was left out, and tells how large it is', async () => {
    await sh.put({ 'src/a.ts': 'export const a = 1\n', 'b.bin': Uint8Array.from([0, 1]) })
    const { code, out, err } = await sh.pack([])
    expect(code).toBe(0)
    expect(out).toContain('## src/a.ts\n\n```ts\nexport const a = 1\n```\n')
    expect(out).toContain('- b.bin: binary')
    expect(err).toMatch(/^1 file: \d+ o200k_base, \d+ characters\nleft out: 1 binary\n$/)
  })

  it('gives the same bytes again, with and without what was counted before', async () => {
    await sh.put({ 'a.ts': 'export const a = 1\n', 'b.md': '# B\n', 'c/d.py': 'def f():\n    return 1\n' })
    for (const line of [[], ['--budget', '60', '--for', 'f'], ['--compress'], ['--format', 'json', '--line-numbers']]) {
      const first = await sh.pack(line)
      expect(await sh.pack(line)).toEqual(first)
      expect(await sh.pack([...line, '--no-cache'])).toEqual(first)
    }
  })

  it('finds from a subfolder, and for a folder named from elsewhere, what git would', async () => {
    sh.git('init', '-q')
    await sh.put({
      '.gitignore': '*.log\n/sub/no/\n',
      'a.txt': '',
      'sub/b.txt': '',
      'sub/c.log': '',
      'sub/no/d.txt': '',
    })
    expect(await sh.listed([])).toEqual({ '.gitignore': 'full', 'a.txt': 'full', 'sub/b.txt': 'full' })
    expect(await sh.listed(['sub'])).toEqual({ 'sub/b.txt': 'full' })
    const { out } = await sh.pack(['--list', '--json'], { cwd: join(sh.folder, 'sub') })
    expect(JSON.parse(out).files.map(({ path }: { path: string }) => path)).toEqual(['b.txt'])
    const other = await sh.pack([join(sh.folder, 'sub'), '--list', '--json'], { cwd: sh.home })
    expect(JSON.parse(other.out).files.map(({ path }: { path: string }) => path)).toEqual(['b.txt'])
  })

  it('tells all of it as one JSON document', async () => {
    await sh.put({ 'a.ts': 'export const a = 1\n', 'b.txt': token })
    const everything = ['--json', '--tree', '--stats', '--explain', '--for', 'a', '--budget', '500']
    const { code, out, err } = await sh.pack(everything)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const found = JSON.parse(out)
    expect(found).toMatchObject({ measure: 'o200k_base', parts: 1, budget: 500, tree: { name: '.', files: 1 } })
    expect(found.text).toContain('export const a = 1')
    expect(out).not.toContain(token)
    const written = JSON.parse((await sh.pack([...everything, '-o', 'out.md'])).out)
    expect(written.written).toEqual([join(sh.folder, 'out.md')])
    expect(written.text).toBeUndefined()
    expect(await sh.read('out.md')).toBe(found.text)
  })

  it('ends with 3 where the budget is too small for anything, and with nothing written', async () => {
    await sh.put({ 'a.ts': 'export const a = 1\n' })
    const { code, out, err } = await sh.pack(['--budget', '1', '-o', 'out.md'])
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain('budget of 1')
    expect(await sh.names()).toEqual(['a.ts'])
  })
})

describe('what a careless person types', () => {
  it.each([
    [['--budget', '0'], '1'],
    [['--budget', 'much'], 'whole number'],
    [['--split', '100'], '-o FILE'],
    [['--split', '9', '--budget', '9', '-o', 'x'], 'choose'],
    [['--watch'], '-o FILE'],
    [['--ref', 'main'], '--remote'],
    [['--stdin', 'a'], '--stdin'],
    [['--for', '  '], '--for'],
    [['-o', ''], '-o'],
    [['--format', 'pdf'], 'markdown, xml, json, plain'],
    [['--log', '0'], '--log'],
    [['--clipbord'], 'Did you mean --clipboard?'],
  ])('is refused with exit code 2 and one line: %j', async (line, hint) => {
    await sh.put({ 'a.txt': 'a' })
    const { code, out, err } = await sh.pack(line)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(hint)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(await sh.names()).toEqual(['a.txt'])
  })

  it('is told by name what was named and is not there, the rest being packed', async () => {
    await sh.put({ 'a.txt': 'a\n' })
    const { code, out, err } = await sh.pack(['a.txt', 'a.txtt'])
    expect(code).toBe(1)
    expect(out).toContain('## a.txt\n')
    expect(err).toContain('a.txtt')
  })

  it('may put a path behind an include', async () => {
    await sh.put({ 'src/a.ts': '', 'src/a.md': '', 'lib/b.ts': '' })
    expect(await sh.listed(['-i', '*.ts', 'src'])).toEqual({ 'src/a.ts': 'full' })
    expect(await sh.listed(['-i', '*.ts', '-i', '*.md', 'src'])).toEqual({ 'src/a.md': 'full', 'src/a.ts': 'full' })
    expect(await sh.listed(['-x', 'src'])).toEqual({ 'lib/b.ts': 'full' })
  })

  it('waits for no glob that explodes', async () => {
    await sh.put({ [`${'a'.repeat(200)}.txt`]: 'x' })
    for (const glob of [
      '*a'.repeat(60),
      `${'{a,b}'.repeat(40)}`,
      '**/'.repeat(60),
      `${'*(a|'.repeat(20)}b${')'.repeat(20)}`,
      '[',
      '{{{',
    ])
      expect([0, 1, 2]).toContain((await sh.pack(['-i', glob, '--list'])).code)
  })
})

describe('--stdin', () => {
  it('takes lines, or paths parted by NUL', async () => {
    await sh.put({ 'a.txt': 'a', 'b c.txt': 'b', 'new\nline': 'n', 'd.txt': 'd' })
    const paths = async (stdin: string): Promise<string[]> => {
      const { files } = JSON.parse((await sh.pack(['--stdin', '--list', '--json'], { stdin })).out)
      return files.map(({ path }: { path: string }) => path)
    }
    expect(await paths('a.txt\r\n\nb c.txt')).toEqual(['a.txt', 'b c.txt'])
    expect(await paths('new\nline\0a.txt\0')).toEqual(['a.txt', 'new\nline'])
    expect(await paths('./a.txt\na.txt\nsub/../a.txt\n')).toEqual(['a.txt'])
    expect(await paths('')).toEqual([])
    expect(await paths('\0\0')).toEqual([])
  })

  it('never leaves the folder', async () => {
    await sh.put({ 'a.txt': 'a' })
    for (const outside of ['/etc/hostname', '../../../etc/hostname']) {
      for (const stdin of [outside, `${outside}\na.txt`]) {
        const { files } = JSON.parse((await sh.pack(['--stdin', '--list', '--json'], { stdin })).out)
        expect(files).toContainEqual(expect.objectContaining({ kind: 'left-out', why: 'outside' }))
      }
    }
  })
})

describe('settings of packing', () => {
  it('stand for flags that were not typed', async () => {
    await sh.put({ 'a.txt': 'a\n' })
    await sh.heddle(['init'])
    expect((await sh.heddle(['config', 'set', 'pack.format', 'xml'])).code).toBe(0)
    expect((await sh.pack([])).out).toContain('<file path="a.txt">')
    expect((await sh.pack(['--format', 'plain'])).out).toContain('==== a.txt ====')
    expect((await sh.heddle(['config', 'set', 'pack.format', 'pdf'])).code).toBe(2)
    expect((await sh.heddle(['config', 'set', 'pack.formt', 'xml'])).code).toBe(2)
  })

  it('give way to a flag that contradicts them', async () => {
    await sh.put({ 'a.txt': 'a\n' })
    await sh.heddle(['init'])
    await sh.heddle(['config', 'set', 'pack.budget', '500'])
    expect((await sh.pack(['--split', '500', '-o', 'out.md'])).code).toBe(0)
    await sh.heddle(['config', 'set', 'pack.split', '500'])
    expect((await sh.pack(['--budget', '500'])).code).toBe(0)
    await sh.heddle(['config', 'unset', 'pack.budget'])
    expect((await sh.pack([])).code).toBe(0)
    await sh.heddle(['config', 'unset', 'pack.split'])
    await sh.heddle(['config', 'set', 'pack.line-numbers', 'true'])
    expect((await sh.pack(['--compress'])).code).toBe(0)
    expect((await sh.pack([])).out).toContain('1\ta')
  })
})

describe('what is kept between runs', () => {
  it('is damaged, or may not be written, without any difference', async () => {
    await sh.put({ 'a.ts': 'export const a = 1\n' })
    const first = await sh.pack(['--compress'])
    const cache = join(sh.home, 'cache', 'heddle')
    expect(await readdir(cache)).toContain('facts.db')
    for (const damage of ['', 'garbage'.repeat(2000)]) {
      await writeFile(join(cache, 'facts.db'), damage)
      expect(await sh.pack(['--compress'])).toEqual(first)
    }
    await rm(cache, { recursive: true })
    await writeFile(cache, 'a file')
    expect(await sh.pack(['--compress'])).toEqual(first)
  })

  it('is not there with --no-cache', async () => {
    await sh.put({ 'a.ts': 'export const a = 1\n' })
    await sh.pack(['--no-cache'])
    expect(await readdir(sh.home)).toEqual([])
  })

  it('is nothing that two packs at the same time fight over', async () => {
    await sh.put(Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`f${at}.txt`, `text ${at}\n`])))
    const all = await Promise.all(Array.from({ length: 4 }, () => sh.pack([])))
    for (const each of all) expect(each).toEqual(all[0])
    expect(all[0]?.code).toBe(0)
  })
})
