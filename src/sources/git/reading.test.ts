import { execFileSync } from 'node:child_process'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changedTogether } from './changed-together.ts'
import { gitDiff } from './diff.ts'
import { gitLog } from './log.ts'
import { isRepository, topLevel } from './repository.ts'

const posix = process.platform !== 'win32'
const odd = posix
  ? ['new\nline', '\nfirst', 'quo"te\'s', 'emoji 🧵', '-option', ':(glob)*', '0'.repeat(40)]
  : ['emoji 🧵']
let base: string
let root: string
let clock: number

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'heddle-reading-'))
  root = join(base, 'root')
  mkdirSync(root)
  clock = Date.UTC(2026, 0, 1) / 1000
  git('init', '--quiet', '-b', 'main')
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

function git(...args: string[]): string {
  const date = `${clock} +0200`
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada "Ü" O\'Neil',
    GIT_COMMITTER_NAME: 'Robot',
    EMAIL: 'a@example.org',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  }
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }).trim()
}

const write = (path: string, content = 'one\n'): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function commit(subject: string, paths: readonly string[]): void {
  clock += 60
  for (const path of paths) write(path, `${subject} ${path}\n`)
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--allow-empty-message', '-m', subject)
}

describe('a repository', () => {
  it('is found from its top and from below, through links, and not beside it', async () => {
    write('deep/er/file')
    const top = realpathSync.native(root)
    expect(await topLevel(root)).toBe(top)
    expect(await topLevel(join(root, 'deep/er'))).toBe(top)
    if (posix) symlinkSync(join(root, 'deep'), join(base, 'link'))
    if (posix) expect(await topLevel(join(base, 'link/er'))).toBe(top)
    for (const path of [base, join(base, 'none'), join(root, 'deep/er/file'), join(root, '.git')]) {
      expect(await topLevel(path)).toBeUndefined()
      expect(await isRepository(path)).toBe(false)
    }
    await expect(gitLog(base)).rejects.toMatchObject({ code: 'not-a-repository' })
  })

  it('may have a newline in its name', { skip: !posix }, async () => {
    renameSync(root, join(base, 'a\nb\n'))
    root = join(base, 'a\nb\n')
    expect(await topLevel(root)).toBe(realpathSync.native(root))
  })

  it('may be a second work tree', async () => {
    commit('first', ['a'])
    git('worktree', 'add', '--quiet', join(base, 'second'))
    expect(await topLevel(join(base, 'second'))).toBe(realpathSync.native(join(base, 'second')))
    expect(await gitLog(join(base, 'second'))).toHaveLength(1)
  })

  it('of somebody else is not read, and it says what to do', { skip: process.getuid?.() !== 0 }, async () => {
    chownSync(root, 12_345, 12_345)
    chownSync(join(root, '.git'), 12_345, 12_345)
    const refused = { code: 'repository-not-trusted', message: /safe\.directory/ }
    await expect(isRepository(root)).rejects.toMatchObject(refused)
    await expect(gitDiff(root)).rejects.toMatchObject(refused)
  })
})

describe('the difference', () => {
  it('is against HEAD: what is staged, and with it what is not', async () => {
    commit('first', ['a', 'b'])
    expect(await gitDiff(root)).toBe('')
    write('a', 'staged\n')
    git('add', '.')
    write('b', 'work\n')
    write('unknown', 'unknown\n')
    const staged = await gitDiff(root, { staged: true })
    expect(staged.split('\n').filter((line) => line.startsWith('+'))).toEqual(['+++ b/a', '+staged'])
    const both = await gitDiff(root)
    expect(both.split('\n').filter((line) => line.startsWith('+'))).toEqual(['+++ b/a', '+staged', '+++ b/b', '+work'])
    expect(both.startsWith(staged)).toBe(true)
  })

  it('is against nothing where there is no commit', async () => {
    expect(await gitDiff(root)).toBe('')
    write('a')
    git('add', '.')
    expect(await gitDiff(root)).toContain('@@ -0,0 +1 @@\n+one')
    expect(await gitDiff(root, { staged: true })).toContain('new file mode 100644')
  })

  it('looks the same whatever the settings are', async () => {
    commit('first', ['a', 'Ü'])
    renameSync(join(root, 'a'), join(root, 'c'))
    write('Ü', 'one\r\n\n')
    git('add', '--all')
    const plain = await gitDiff(root)
    expect(plain).toContain('rename from a\nrename to c\n')
    expect(plain).toContain('+++ b/Ü\n')
    const settings = [
      ['diff.noprefix', 'true'],
      ['diff.mnemonicPrefix', 'true'],
      ['color.ui', 'always'],
      ['diff.colorMoved', 'zebra'],
      ['diff.context', '0'],
      ['diff.renames', 'false'],
      ['diff.algorithm', 'patience'],
      ['diff.wsErrorHighlight', 'all'],
      ['core.quotePath', 'true'],
      ['core.abbrev', '30'],
      ['diff.suppressBlankEmpty', 'true'],
      ['diff.relative', 'true'],
    ] as const
    for (const [name, value] of settings) git('config', name, value)
    expect(await gitDiff(root)).toBe(plain)
  })

  it('is of the folder that is asked for, with paths in it', async () => {
    commit('first', ['a', 'in/b', 'in2/c'])
    for (const path of ['a', 'in/b', 'in2/c']) write(path, 'two\n')
    const lines = (await gitDiff(join(root, 'in'))).split('\n')
    expect(lines.filter((line) => line.startsWith('+++'))).toEqual(['+++ b/b'])
  })

  it('is bounded, and can be stopped', async () => {
    write('a', 'line\n'.repeat(100_000))
    git('add', '.')
    await expect(gitDiff(root, { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'git-output-too-large',
      command: 'diff',
    })
    await expect(gitDiff(root, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('does not wait for a pipe that stands where a file was', { skip: !posix }, async () => {
    commit('first', ['a'])
    rmSync(join(root, 'a'))
    execFileSync('mkfifo', [join(root, 'a')])
    await expect(gitDiff(root)).rejects.toMatchObject({ code: 'git-failed', message: /unsupported file type/ })
  })

  it('of bytes that are no text says so, and of other encodings shows what it can', async () => {
    writeFileSync(join(root, 'image'), Buffer.from([0, 1, 2]))
    writeFileSync(join(root, 'latin1'), Buffer.from('caf\xe9\n', 'latin1'))
    git('add', '.')
    const diff = await gitDiff(root)
    expect(diff).toContain('Binary files /dev/null and b/image differ')
    expect(diff).toContain('+caf\ufffd')
  })
})

describe('the log', () => {
  it('is empty without commits', async () => {
    expect(await gitLog(root)).toEqual([])
  })

  it('lists the newest commits first, with the paths they changed, whatever these are', async () => {
    commit('first\n\nA body.', odd)
    commit('', [])
    commit('über "all" 🧵', ['a'])
    const log = await gitLog(root)
    expect(log).toEqual([
      {
        id: git('rev-parse', 'HEAD').slice(0, 12),
        date: '2026-01-01T02:03:00+02:00',
        author: 'Ada "Ü" O\'Neil',
        subject: 'über "all" 🧵',
        paths: ['a'],
      },
      expect.objectContaining({ subject: '', paths: [] }),
      expect.objectContaining({ subject: 'first', date: '2026-01-01T02:01:00+02:00' }),
    ])
    expect([...(log[2]?.paths ?? [])].sort()).toEqual([...odd].sort())
    expect((await gitLog(root, { limit: 2 })).map((each) => each.subject)).toEqual(['über "all" 🧵', ''])
    expect(await gitLog(root, { limit: 0 })).toEqual([])
  })

  it('knows both names of a renamed file, and no paths of a merge', async () => {
    commit('first', ['a'])
    git('mv', 'a', 'b')
    clock += 60
    git('commit', '--quiet', '-m', 'renamed')
    git('checkout', '--quiet', '-b', 'side')
    commit('on the side', ['c'])
    git('checkout', '--quiet', 'main')
    commit('on main', ['d'])
    clock += 60
    git('merge', '--quiet', '--no-edit', '-m', 'merged', 'side')
    expect((await gitLog(root)).map(({ subject, paths }) => [subject, paths])).toEqual([
      ['merged', []],
      ['on main', ['d']],
      ['on the side', ['c']],
      ['renamed', ['a', 'b']],
      ['first', ['a']],
    ])
  })

  it('is of the folder that is asked for', async () => {
    commit('outside', ['a'])
    commit('both', ['a', 'in/b'])
    expect((await gitLog(join(root, 'in'))).map(({ subject, paths }) => [subject, paths])).toEqual([['both', ['b']]])
  })

  it('is the same whatever the settings are', async () => {
    commit('first', ['a', 'b'])
    commit('second', ['a', 'b'])
    const plain = await gitLog(root)
    write('../order', 'b\na\n')
    const settings = [
      ['log.showRoot', 'false'],
      ['log.date', 'relative'],
      ['format.pretty', 'oneline'],
      ['color.ui', 'always'],
      ['diff.orderFile', join(base, 'order')],
      ['i18n.logOutputEncoding', 'latin1'],
      ['log.decorate', 'full'],
    ] as const
    for (const [name, value] of settings) git('config', name, value)
    expect(await gitLog(root)).toEqual(plain)
  })
})

describe('what changes together', () => {
  it('is told with how often, and how surely, most often first', async () => {
    commit('1', ['a', 'b', ...odd])
    commit('2', ['a', 'b'])
    commit('3', ['a', 'c'])
    commit('4', ['a'])
    commit('5', ['c'])
    const together = await changedTogether(root)
    expect(together.commits('a')).toBe(4)
    expect(together.partners('a').slice(0, 1)).toEqual([{ path: 'b', together: 2, ofOwn: 0.5 }])
    expect(
      together
        .partners('a')
        .slice(1)
        .map((each) => each.path),
    ).toEqual([...odd, 'c'].sort())
    expect(together.partners('c')).toEqual([{ path: 'a', together: 1, ofOwn: 0.5 }])
    expect(together.partners('none')).toEqual([])
    expect(together.commits('none')).toBe(0)
    expect((await changedTogether(root, { commits: 2 })).partners('a')).toEqual([])
  })

  it('is empty without commits', async () => {
    expect((await changedTogether(root)).partners('a')).toEqual([])
  })
})
