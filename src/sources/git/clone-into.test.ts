import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cloneInto } from './clone-into.ts'
import { gitLog } from './log.ts'
import type { CloneProgress } from './progress.ts'

const posix = process.platform !== 'win32'
let base: string
let work: string
let bare: string
let into: string

function git(...args: string[]): string {
  const own = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', EMAIL: 'a@example.org' }
  const named = { GIT_AUTHOR_NAME: 'Author', GIT_COMMITTER_NAME: 'Author' }
  const env = { ...process.env, ...own, ...named }
  return execFileSync('git', args, { cwd: work, env, encoding: 'utf8', stdio: 'pipe' }).trim()
}

function commit(text: string): string {
  writeFileSync(join(work, 'file.txt'), text)
  git('add', '.')
  git('commit', '--quiet', '-m', text.trim())
  git('push', '--quiet', bare, 'HEAD')
  return git('rev-parse', 'HEAD')
}

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'heddle-clone-'))
  work = join(base, 'work')
  bare = join(base, "a %20 b'ü.git")
  into = join(base, 'new/into')
  mkdirSync(work)
  git('init', '--quiet', '-b', 'main')
  git('init', '--quiet', '--bare', '-b', 'main', bare)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(base, { recursive: true, force: true })
})

const textOf = (): string => readFileSync(join(into, 'file.txt'), 'utf8')

describe('a repository', () => {
  it('is fetched from a path, from a file address, and from a work tree: its newest commit only', async () => {
    commit('first\n')
    const second = commit('second\n')
    for (const address of [bare, pathToFileURL(bare).href, work]) {
      expect(await cloneInto(address, into)).toBe(second)
      expect(textOf()).toBe('second\n')
      expect((await gitLog(into)).map((each) => each.subject)).toEqual(['second'])
      rmSync(into, { recursive: true })
    }
  })

  it('is fetched as of a branch, a tag or a commit', async () => {
    const first = commit('first\n')
    git('tag', '-m', 'a tag', 'v1')
    git('push', '--quiet', bare, 'v1')
    commit('second\n')
    git('checkout', '--quiet', '-b', 'topic/ü')
    const third = commit('third\n')
    for (const [ref, hash] of [
      [first, first],
      ['v1', first],
      ['topic/ü', third],
      ['refs/heads/topic/ü', third],
    ] as const) {
      expect(await cloneInto(bare, into, { ref })).toBe(hash)
      rmSync(into, { recursive: true })
    }
  })

  it('tells how far it is', async () => {
    commit('first\n')
    const progress: CloneProgress[] = []
    await cloneInto(bare, into, { onProgress: (each) => progress.push(each) })
    expect(progress).toContainEqual({ stage: 'Receiving objects', done: 3, total: 3 })
  })

  it('has the bytes that are stored, and links as links, wherever they lead', { skip: !posix }, async () => {
    symlinkSync('/etc/passwd', join(work, 'out'))
    writeFileSync(join(work, '.gitattributes'), '* text=auto\n')
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(base, 'gitconfig'))
    writeFileSync(join(base, 'gitconfig'), '[core]\nautocrlf = true\neol = crlf\n')
    commit('one\ntwo\n')
    await cloneInto(bare, into)
    expect(textOf()).toBe('one\ntwo\n')
    expect(lstatSync(join(into, 'out')).isSymbolicLink()).toBe(true)
  })

  it('runs neither hooks nor filters, and fetches no submodules', { skip: !posix }, async () => {
    const mark = join(base, 'mark')
    const template = join(base, 'template/hooks')
    mkdirSync(template, { recursive: true })
    writeFileSync(join(template, 'post-checkout'), `#!/bin/sh\ntouch '${mark}'\n`)
    chmodSync(join(template, 'post-checkout'), 0o755)
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(base, 'gitconfig'))
    writeFileSync(
      join(base, 'gitconfig'),
      `[init]\ntemplateDir = ${join(base, 'template')}\n[filter "lfs"]\nsmudge = touch '${mark}'; cat\nrequired\n`,
    )
    writeFileSync(join(work, '.gitattributes'), '*.txt filter=lfs\n')
    commit('stored\n')
    execFileSync('git', ['clone', '--quiet', bare, join(base, 'plain')])
    expect(existsSync(mark)).toBe(true)
    rmSync(mark)
    await cloneInto(bare, into)
    expect(textOf()).toBe('stored\n')
    expect(existsSync(mark)).toBe(false)
  })

  it('goes into an empty folder that is there', async () => {
    commit('first\n')
    mkdirSync(into, { recursive: true })
    await cloneInto(bare, into)
    expect(textOf()).toBe('first\n')
  })
})

describe('when it fails', () => {
  it('leaves nothing: neither files nor the folders it made', async () => {
    commit('first\n')
    const failures = [
      [join(base, 'none.git')],
      [bare, 'no-such-branch'],
      [bare, '--upload-pack=touch mark'],
      [bare, '+main:main'],
      [bare, ''],
    ] as const
    for (const [address, ref] of failures) {
      await expect(cloneInto(address, into, { ref })).rejects.toMatchObject({ code: 'clone-failed' })
    }
    expect(readdirSync(base).sort()).toEqual(["a %20 b'ü.git", 'work'].sort())
  })

  it('leaves an empty folder empty, and a full one as it is', async () => {
    mkdirSync(into, { recursive: true })
    await expect(cloneInto(join(base, 'none'), into)).rejects.toMatchObject({ code: 'clone-failed' })
    expect(readdirSync(into)).toEqual([])
    writeFileSync(join(into, 'mine'), 'mine')
    await expect(cloneInto(bare, into)).rejects.toMatchObject({ code: 'clone-failed', message: /not empty/ })
    expect(readdirSync(into)).toEqual(['mine'])
    await expect(cloneInto(bare, join(into, 'mine'))).rejects.toMatchObject({ code: 'clone-failed' })
  })

  it('leaves nothing when it is stopped on the way', async () => {
    commit('first\n')
    const controller = new AbortController()
    const reason = new Error('enough')
    const onProgress = (): void => controller.abort(reason)
    await expect(cloneInto(bare, into, { signal: controller.signal, onProgress })).rejects.toBe(reason)
    expect(existsSync(join(base, 'new'))).toBe(false)
  })

  it('leaves nothing where git is not there', async () => {
    vi.stubEnv('PATH', base)
    await expect(cloneInto(bare, into)).rejects.toMatchObject({ code: 'no-git' })
    expect(existsSync(join(base, 'new'))).toBe(false)
  })

  it('shows and stores no credentials', { skip: !posix }, async () => {
    vi.stubEnv('GIT_SSH_COMMAND', 'false')
    const failure = await cloneInto('ssh://me:secret@localhost:1/x.git', into).catch((error) => error)
    expect(failure).toMatchObject({ code: 'clone-failed', address: 'ssh://***@localhost:1/x.git' })
    expect(JSON.stringify([failure.message, failure.stack, String(failure.cause)])).not.toContain('secret')
    expect(existsSync(join(base, 'new'))).toBe(false)
  })

  it('says why it refuses an address, before anything is made', async () => {
    await expect(cloneInto('ext::touch mark', into)).rejects.toMatchObject({ code: 'address-refused' })
    expect(existsSync(join(base, 'new'))).toBe(false)
  })
})
