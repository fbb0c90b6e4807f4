import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileSource } from './file-source.ts'

let temp = ''
let root = ''
beforeEach(() => {
  temp = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-files-')))
  root = join(temp, 'root')
  mkdirSync(root)
  vi.stubEnv('XDG_CONFIG_HOME', join(temp, 'config'))
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(temp, 'gitconfig'))
})
afterEach(() => {
  vi.unstubAllEnvs()
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

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: root, stdio: 'ignore', timeout: 20_000 })
}

async function paths(...named: string[]): Promise<readonly string[]> {
  return (await fileSource(root).list(named.length === 0 ? [''] : named)).paths
}

describe('listing a folder', () => {
  it('gives all files below it, sorted by UTF-16 code units', async () => {
    make({ 'b/c/d.ts': '', 'b.ts': '', 'B.ts': '', 'b/c.ts': '', '\uff5e': '', '😀': '', 'empty/': '' })
    expect(await fileSource(root).list([''])).toEqual({
      paths: ['B.ts', 'b.ts', 'b/c.ts', 'b/c/d.ts', '😀', '\uff5e'],
      unlisted: [],
    })
  })

  it('takes names as they are: spaces, line feeds, dollar signs, backslashes, brackets', async () => {
    const names = [' a ', 'a\nb', '$&', 'a\\b', '[id].ts', '*', '-n', '#x', "it's"]
    make(Object.fromEntries(names.map((name) => [name, name])))
    expect(await paths()).toEqual(names.toSorted())
    for (const name of names) expect(await fileSource(root).read(name)).toMatchObject({ kind: 'text', text: name })
  })

  it('follows .gitignore files where there is no repository, the person’s own excludes too', async () => {
    mkdirSync(join(temp, 'config/git'), { recursive: true })
    writeFileSync(join(temp, 'config/git/ignore'), '*.swp\n')
    make({
      '.gitignore': '*.log\n/out/\n',
      'a.log': '',
      'a.ts': '',
      'a.swp': '',
      'out/a': '',
      'sub/out/b.log': '',
      'sub/out/c': '',
    })
    make({ 'sub/.gitignore': '!b.log\n/gone\ndeep/gone', 'sub/gone': '', 'sub/deep/gone': '' })
    expect(await paths()).toEqual(['.gitignore', 'a.ts', 'sub/.gitignore', 'sub/out/b.log', 'sub/out/c'])
  })

  it('takes away what .ignore and .heddleignore leave out, tracked or not; the latter has more say', async () => {
    git('init', '-q')
    make({ 'a.log': '', 'b.log': '', 'c.txt': '', 'd.txt': '', 'sub/e.log': '', 'sub/f.txt': '', 'gone/x': '' })
    git('add', '-A')
    make({
      '.ignore': '*.log\nd.txt\ngone',
      '.heddleignore': '!b.log\n.*ignore\n',
      'sub/.ignore': '!e.log',
      'sub/.heddleignore': 'f*',
    })
    expect(await paths()).toEqual(['b.log', 'c.txt', 'sub/e.log'])
  })

  it('does not bring back what git leaves out with a rule of .ignore', async () => {
    make({ '.gitignore': 'secret\n', '.ignore': '!secret\n', secret: '' })
    expect(await paths()).toEqual(['.gitignore', '.ignore'])
  })

  it('brings tracked files that are ignored, and no tracked file that is gone', async () => {
    git('init', '-q')
    make({ 'out/kept.js': '', 'out/deep/kept.js': '', gone: '' })
    git('add', '-A')
    make({ '.gitignore': 'out\n', 'out/deep/new.js': '', 'out/other/new.js': '' })
    rmSync(join(root, 'gone'))
    expect(await paths()).toEqual(['.gitignore', 'out/deep/kept.js', 'out/kept.js'])
  })

  it('reads the rules above the root, up to the top of the work tree', async () => {
    git('init', '-q')
    make({ '.gitignore': '*.log\n/sub/out\n', 'sub/a.log': '', 'sub/out/x': '', 'sub/b': '', 'sub/deep/c.log': '' })
    make({ '.git/info/exclude': 'b\n', 'sub/deep/d': '', 'sub/tracked.log': '' })
    git('add', '-f', 'sub/tracked.log')
    expect((await fileSource(join(root, 'sub')).list([''])).paths).toEqual(['deep/d', 'tracked.log'])
    expect((await fileSource(join(root, 'sub')).list(['deep'])).paths).toEqual(['deep/d'])
  })

  it('reads the common excludes of a linked work tree', async () => {
    git('init', '-q')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'first')
    git('worktree', 'add', '-q', '../linked')
    make({ '.git/info/exclude': 'no\n', '../linked/no': '', '../linked/yes': '' })
    expect((await fileSource(join(temp, 'linked')).list([''])).paths).toEqual(['yes'])
  })

  it('does not enter another repository or a submodule unless it is named', async () => {
    git('init', '-q')
    make({ 'own.ts': '', 'inner/out/a.ts': '', 'inner/b.ts': '', 'broken/.git': 'no', 'broken/c.ts': '' })
    make({ 'half/.git/HEAD': 'no', 'half/.git/objects/': '', 'half/.git/refs/': '', 'half/d.ts': '' })
    make({ 'inner/.gitignore': 'out\n' })
    git('init', '-q', 'inner')
    git('-C', 'inner', 'add', '-f', 'out/a.ts')
    expect(await paths()).toEqual(['broken/c.ts', 'half/d.ts', 'own.ts'])
    const inside = ['inner/.gitignore', 'inner/b.ts', 'inner/out/a.ts']
    expect(await paths('inner')).toEqual(inside)
    git('-C', 'inner', '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'first')
    git('add', 'inner')
    expect(await paths()).toEqual(['broken/c.ts', 'half/d.ts', 'own.ts'])
    expect(await paths('inner', '')).toEqual(['broken/c.ts', 'half/d.ts', ...inside, 'own.ts'])
  })

  it('does not enter a submodule that is not set up, and lists a file that stands in its place', async () => {
    git('init', '-q')
    for (const path of ['sub', 'file']) git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},${path}`)
    make({ 'sub/a': '', file: '', '.gitignore': 'file' })
    expect(await paths()).toEqual(['.gitignore', 'file'])
    expect(await paths('sub')).toEqual(['sub/a'])
  })

  it('takes the repository’s excludes over the person’s', async () => {
    git('init', '-q')
    make({ '../config/git/ignore': '*.swp\n!a.tmp\n', '.git/info/exclude': '!keep.swp\n*.tmp\n' })
    make({ 'a.swp': '', 'keep.swp': '', 'a.tmp': '' })
    expect(await paths()).toEqual(['keep.swp'])
  })

  it('enters a folder that is left out where it is named, with the rules inside of it', async () => {
    git('init', '-q')
    make({
      '.git/info/exclude': '*.js\n',
      '.gitignore': 'modules\n*.map\n',
      'modules/one/a.js': '',
      'modules/one/a.map': '',
      'modules/two/b.js': '',
    })
    make({ 'modules/one/.gitignore': 'out', 'modules/one/out/c.js': '', 'src/d.ts': '', 'src/d.map': '' })
    expect(await paths('modules/one')).toEqual(['modules/one/.gitignore', 'modules/one/a.js', 'modules/one/a.map'])
    expect(await paths('modules')).toContain('modules/two/b.js')
    expect(await paths('src')).toEqual(['src/d.ts'])
    expect((await fileSource(join(root, 'modules/one')).list([''])).paths).toEqual(['.gitignore', 'a.js', 'a.map'])
  })

  it('lists everything but .git where ignore files are not followed', async () => {
    git('init', '-q')
    make({ '.gitignore': '*\n', a: '', 'b/.gitignore': '*', 'b/.GIT/c': '', 'b/d': '' })
    const { paths: found } = await fileSource(root, { followIgnores: false }).list([''])
    expect(found).toEqual(['.gitignore', 'a', 'b/.gitignore', 'b/d'])
  })

  it('works without the git program; then nothing counts as tracked', async () => {
    git('init', '-q')
    make({ '.gitignore': '*.log\n', 'a.log': '', b: '', '.git/info/exclude': 'c\n', c: '' })
    git('add', '-f', 'a.log')
    expect(await paths()).toEqual(['.gitignore', 'a.log', 'b'])
    vi.stubEnv('PATH', join(temp, 'nowhere'))
    expect(await paths()).toEqual(['.gitignore', 'b'])
  })

  it('runs nothing that a repository’s configuration names, and is not led astray by it', async () => {
    git('init', '-q')
    const mark = join(temp, 'ran')
    writeFileSync(join(temp, 'run'), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 })
    git('config', 'core.fsmonitor', join(temp, 'run'))
    git('config', 'core.pager', join(temp, 'run'))
    make({ a: '' })
    git('-c', 'core.fsmonitor=false', 'add', 'a')
    git('config', 'core.excludesFile', join(temp, 'pipe'))
    execFileSync('mkfifo', [join(temp, 'pipe')])
    expect(await paths()).toEqual(['a'])
    expect((await fileSource(temp).list([''])).paths).not.toContain('ran')
  })

  it('stops when the signal says so', async () => {
    make({ a: '' })
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(fileSource(root, { signal }).list([''])).rejects.toThrow('enough')
  })
})

describe('paths that are named', () => {
  it('bring files that the rules leave out', async () => {
    make({ '.gitignore': '*', 'out/a': '', b: '' })
    expect(await paths('out/a', 'b', 'b')).toEqual(['b', 'out/a'])
  })

  it('may be absolute, through a link to the root, and with dots; each file is there once', async () => {
    make({ 'sub/a': '', b: '' })
    symlinkSync(root, join(temp, 'link'))
    const source = fileSource(join(temp, 'link'))
    const named = ['./sub/../b', 'sub//a', join(root, 'b'), join(temp, 'link/sub/a'), 'sub/', '../link/b']
    expect(await source.list(named)).toEqual({ paths: ['b', 'sub/a'], unlisted: [] })
    expect(await source.list(['.'])).toEqual({ paths: ['b', 'sub/a'], unlisted: [] })
    expect(await source.read(join(root, 'b'))).toMatchObject({ kind: 'text' })
  })

  it('are outside where they lead out, in whatever way, or into a .git', async () => {
    git('init', '-q')
    make({ '../root2/secret': '', 'sub/': '' })
    symlinkSync('../root2', join(root, 'out'))
    symlinkSync('.git/config', join(root, 'config'))
    const named = [
      '../root2/secret',
      join(temp, 'root2/secret'),
      'sub/../../root2',
      'out/secret',
      'out',
      '.git/config',
      '.Git',
      'config',
      '/',
    ]
    expect(await fileSource(root).list(named)).toEqual({
      paths: [],
      unlisted: named.toSorted().map((path) => ({ path, cause: 'outside' })),
    })
    for (const path of named) expect(await fileSource(root).kindOf(path)).toBeUndefined()
    for (const path of ['../root2/secret', 'out/secret', '.git/config']) {
      expect(await fileSource(root).read(path)).toEqual({ kind: 'unread', cause: 'outside' })
    }
  })

  it('are not found where nothing is', async () => {
    make({ file: '' })
    const named = ['file/below', 'nothing', 'zero\0byte']
    expect((await fileSource(root).list(named)).unlisted).toEqual(named.map((path) => ({ path, cause: 'not-found' })))
    expect(await fileSource(root).read('nothing')).toEqual({ kind: 'unread', cause: 'not-found' })
  })

  it.each([
    ['missing', 'none', 'not-found'],
    ['a file', 'file', 'not-a-file'],
    ['a link that leads nowhere', 'dangling', 'not-found'],
  ])('have the root’s cause where it is %s', async (_, name, cause) => {
    make({ file: '' })
    symlinkSync('nowhere', join(root, 'dangling'))
    const source = fileSource(join(root, name))
    expect(await source.list(['', 'a'])).toEqual({
      paths: [],
      unlisted: [
        { path: '', cause },
        { path: 'a', cause },
      ],
    })
    expect(await source.kindOf('')).toBeUndefined()
    expect(await source.read('a')).toEqual({ kind: 'unread', cause })
  })
})
