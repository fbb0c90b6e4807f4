import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileSource } from './file-source.ts'

let temp = ''
let root = ''
beforeEach(() => {
  temp = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-files-')))
  root = join(temp, 'root')
  mkdirSync(root)
})
afterEach(() => {
  rmSync(temp, { recursive: true, force: true })
})

/** Writes files, by path from the root; those that end in a slash are empty folders. */
function make(files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    const place = join(root, path)
    mkdirSync(path.endsWith('/') ? place : dirname(place), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(place, text)
  }
}

describe('entries that are no plain files', () => {
  it('are links to files, listed under their own path; those to folders are not entered unless named', async () => {
    make({ 'a.md': 'text', 'folder/b.md': '' })
    symlinkSync('a.md', join(root, 'link.md'))
    symlinkSync(join(root, 'a.md'), join(root, 'absolute.md'))
    symlinkSync('folder', join(root, 'linked'))
    const source = fileSource(root)
    expect(await source.list([''])).toEqual({
      paths: ['a.md', 'absolute.md', 'folder/b.md', 'link.md'],
      unlisted: [{ path: 'linked', cause: 'not-a-file' }],
    })
    expect(await source.read('link.md')).toMatchObject({ kind: 'text', text: 'text' })
    expect(await source.list(['linked'])).toEqual({ paths: ['linked/b.md'], unlisted: [] })
    expect(await Promise.all(['a.md', 'link.md', 'linked', 'folder', ''].map((path) => source.kindOf(path)))).toEqual([
      'file',
      'file',
      'folder',
      'folder',
      'folder',
    ])
  })

  it('are reported with their cause: links out, dangling and circular ones, pipes', async () => {
    make({ '../root-beside/x': '', a: '' })
    symlinkSync('../root-beside/x', join(root, 'out'))
    symlinkSync('/', join(root, 'slash'))
    symlinkSync('nowhere', join(root, 'dangling'))
    symlinkSync('circle', join(root, 'circle'))
    symlinkSync('.', join(root, 'self'))
    symlinkSync('.git', join(root, '.git'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await fileSource(root).list([''])).toEqual({
      paths: ['a'],
      unlisted: [
        { path: 'circle', cause: 'not-found' },
        { path: 'dangling', cause: 'not-found' },
        { path: 'out', cause: 'outside' },
        { path: 'pipe', cause: 'not-a-file' },
        { path: 'self', cause: 'not-a-file' },
        { path: 'slash', cause: 'outside' },
      ],
    })
    expect(await fileSource(root).kindOf('pipe')).toBe('other')
    expect((await fileSource(root).list(['pipe'])).unlisted).toEqual([{ path: 'pipe', cause: 'not-a-file' }])
  })

  it('are names that are not UTF-8, shown as far as they can be', async () => {
    make({ 'real \ufffd': '' })
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x62, 0xff, 0x63])]), '')
    expect(await fileSource(root).list([''])).toEqual({
      paths: ['real \ufffd'],
      unlisted: [{ path: 'b\ufffdc', cause: 'unreadable' }],
    })
  })

  it.skipIf(process.getuid?.() === 0)('are folders that may not be read; the rest goes on', async () => {
    make({ 'closed/a': '', 'open/b': '' })
    chmodSync(join(root, 'closed'), 0)
    expect(await fileSource(root).list([''])).toEqual({
      paths: ['open/b'],
      unlisted: [{ path: 'closed', cause: 'unreadable' }],
    })
    chmodSync(join(root, 'closed'), 0o700)
  })

  it('are ignore files that are links, pipes or huge: they are not read', async () => {
    make({ 'rules.txt': '*\n', 'a/b': '', 'huge/.ignore': '*\n', 'huge/c': '' })
    symlinkSync('rules.txt', join(root, '.gitignore'))
    execFileSync('mkfifo', [join(root, 'a/.gitignore')])
    truncateSync(join(root, 'huge/.ignore'), 2 ** 31)
    const { paths } = await fileSource(root).list([''])
    expect(paths).toEqual(['.gitignore', 'a/b', 'huge/.ignore', 'huge/c', 'rules.txt'])
  })
})
