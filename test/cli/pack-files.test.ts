import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PackShell, packShell } from './pack-shell.ts'

let sh: PackShell

beforeEach(async () => {
  sh = await packShell()
})
afterEach(() => sh.remove())

describe('what is no plain file', () => {
  it('is listed with its reason, and stops nothing', async () => {
    await sh.put({
      'good.txt': 'good\n',
      'bad.txt': Buffer.from('b\xe4d, but long enough\n', 'latin1'),
      'new\nline.txt': '',
    })
    execFileSync('mkfifo', [join(sh.folder, 'pipe')])
    await symlink('/etc/hostname', join(sh.folder, 'out'))
    await symlink('out', join(sh.folder, 'again'))
    await mkdir(join(sh.folder, 'empty'))
    await truncate(join(sh.folder, 'good.txt'), 5)
    await writeFile(join(sh.folder, 'huge.bin'), '')
    await truncate(join(sh.folder, 'huge.bin'), 2 ** 31)
    expect(await sh.listed([])).toEqual({
      again: 'outside',
      'bad.txt': 'full',
      'good.txt': 'full',
      'huge.bin': 'too-large',
      'new\nline.txt': 'full',
      out: 'outside',
      pipe: 'not-a-file',
    })
    const list = (await sh.pack(['--list'])).out
    expect(list).toContain('new␤line.txt')
    expect(list.trim().split('\n')).toHaveLength(8)
    expect((await sh.pack(['pipe'])).code).toBe(1)
    expect((await sh.pack(['/dev/zero'])).code).toBe(1)
    expect((await sh.pack(['empty'])).out).toContain('# Files')
  })

  it.skipIf(process.getuid?.() === 0)('nor a folder that may not be read', async () => {
    await sh.put({ 'closed/a.txt': '', 'b.txt': '' })
    await chmod(join(sh.folder, 'closed'), 0)
    expect(await sh.listed([])).toEqual({ 'b.txt': 'full', closed: 'unreadable' })
    await chmod(join(sh.folder, 'closed'), 0o700)
  })
})

describe('-o', () => {
  it('writes a whole file, never packs it, and does not replace one unasked', async () => {
    await sh.put({ 'a.txt': 'a\n' })
    const first = await sh.pack(['-o', 'out.md'])
    expect(first.out).toBe('')
    expect(first.err).toContain(`written: ${join(sh.folder, 'out.md')}`)
    const text = await sh.read('out.md')
    const second = await sh.pack(['-o', 'out.md'])
    expect(second.code).toBe(1)
    expect(second.err).toContain('--force')
    expect((await sh.pack(['-o', 'out.md', '--force'])).code).toBe(0)
    expect(await sh.read('out.md')).toBe(text)
    expect(text).not.toContain('out.md')
    expect(await sh.names()).toEqual(['a.txt', 'out.md'])
  })

  it('wants a file: a folder, a name that ends in a slash, and a folder that is not there are refused at once', async () => {
    await sh.put({ 'a/b.txt': 'b\n' })
    for (const out of ['a', 'a/', 'new/', 'not/there.md']) {
      for (const line of [
        ['-o', out],
        ['-o', out, '--force'],
        ['-o', out, '--split', '100'],
      ]) {
        const { code, err } = await sh.pack(line)
        expect([1, 2]).toContain(code)
        expect(err).not.toMatch(/EISDIR|\.tmp|unexpected/)
      }
    }
    expect(await sh.names()).toEqual(['a'])
    expect(await readdir(join(sh.folder, 'a'))).toEqual(['b.txt'])
  })

  it('writes into a pipe and leaves it one', async () => {
    await sh.put({ 'a.txt': 'a\n' })
    const pipe = join(sh.home, 'pipe')
    execFileSync('mkfifo', [pipe])
    const reading = readFile(pipe, 'utf8')
    expect((await sh.pack(['-o', pipe])).code).toBe(0)
    expect(await reading).toContain('## a.txt')
    expect((await stat(pipe)).isFIFO()).toBe(true)
  })

  it('leaves nothing behind where the work fails', async () => {
    await sh.put({ 'a.txt': 'a\n' })
    expect((await sh.pack(['-o', 'out.md', '--measure', 'gpt9'])).code).not.toBe(0)
    expect((await sh.pack(['-o', 'out.md', '--budget', '2'])).code).toBe(3)
    expect(await sh.names()).toEqual(['a.txt'])
  })

  it('writes parts that hold everything, packs none of them again, and leaves no old one', async () => {
    await sh.put(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`f${at}.txt`, `${'x'.repeat(200)}\n`])))
    const line = ['--split', '500', '--measure', 'characters', '-o', 'out.md']
    expect((await sh.pack(line)).code).toBe(0)
    const parts = (await sh.names()).filter((name) => name.startsWith('out'))
    expect(parts.length).toBeGreaterThan(2)
    const texts = await Promise.all(parts.map(sh.read))
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(500)
    for (let at = 0; at < 6; at++) expect(texts.filter((text) => text.includes(`## f${at}.txt\n`))).toHaveLength(1)
    expect((await sh.pack(line)).code).toBe(1)
    for (const at of [2, 3, 4, 5]) await rm(join(sh.folder, `f${at}.txt`))
    expect((await sh.pack([...line, '--force'])).code).toBe(0)
    expect((await sh.names()).filter((name) => name.startsWith('out')).length).toBeLessThan(parts.length)
  })

  it('touches no file of a person that has a name like a part', async () => {
    await sh.put({
      'a.txt': `${'a'.repeat(300)}\n`,
      'b.txt': `${'b'.repeat(300)}\n`,
      'out-2024.md': 'mine\n',
      'out-9.md': 'my own\n',
    })
    expect((await sh.pack(['--split', '500', '--measure', 'characters', '-o', 'out.md', '--force'])).code).toBe(0)
    expect(await sh.read('out-2024.md')).toBe('mine\n')
    expect(await sh.read('out-9.md')).toBe('my own\n')
    const texts = await Promise.all((await sh.names()).filter((name) => /^out-[1-8][.]md$/.test(name)).map(sh.read))
    expect(texts.join('')).toContain('mine')
  })

  it('replaces all parts or none', async () => {
    await sh.put({ 'a.txt': 'a'.repeat(300), 'b.txt': 'b'.repeat(300), 'out-1.md': 'old\n', 'out-2.md/x.txt': 'x\n' })
    const { code, err } = await sh.pack(['--split', '400', '--measure', 'characters', '-o', 'out.md', '--force'])
    expect(code).toBe(1)
    expect(err).not.toMatch(/EISDIR|unexpected/)
    expect(await sh.read('out-1.md')).toBe('old\n')
    expect(await sh.names()).toEqual(['a.txt', 'b.txt', 'out-1.md', 'out-2.md'])
  })
})
