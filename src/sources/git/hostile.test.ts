import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changedTogether } from './changed-together.ts'
import { gitDiff } from './diff.ts'
import { gitLog } from './log.ts'
import { isRepository } from './repository.ts'

let base: string
let root: string
let mark: string
let script: string

const own = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', EMAIL: 'a@example.org' }
const git = (...args: string[]): string =>
  execFileSync('git', args, {
    cwd: root,
    env: { ...process.env, ...own },
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: 10_000,
  })
const config = (name: string, value: string): string => git('config', name, value)

/** Runs git as anybody would, to see that the trap works: it may fail, but the script has run. */
function springs(...args: string[]): void {
  try {
    git(...args)
  } catch {
    // What counts is the mark.
  }
  expect(existsSync(mark)).toBe(true)
  rmSync(mark)
}

async function readEverything(): Promise<string> {
  await gitLog(root)
  await changedTogether(root)
  const diffs = [await gitDiff(root), await gitDiff(root, { staged: true })]
  expect(existsSync(mark)).toBe(false)
  return diffs.join('')
}

/** Different to the eye of git: what it knows of the file's time and size is no longer so. */
const touch = (path: string): void => {
  writeFileSync(join(root, path), 'two\n')
  rmSync(join(root, '.git/index.lock'), { force: true })
}

describe.skipIf(process.platform === 'win32')('a repository whose configuration runs a program', () => {
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'heddle-hostile-'))
    root = join(base, 'root')
    mark = join(base, 'mark')
    script = join(base, 'script')
    mkdirSync(root)
    writeFileSync(script, `#!/bin/sh\ntouch '${mark}'\n`)
    chmodSync(script, 0o755)
    git('init', '--quiet')
    config('user.name', 'Author')
    writeFileSync(join(root, 'file.txt'), 'one\n')
    git('add', '.')
    git('commit', '--quiet', '-m', 'first')
  })

  afterEach(() => rmSync(base, { recursive: true, force: true }))

  it('as file system monitor, external diff or pager', async () => {
    touch('file.txt')
    config('core.fsmonitor', script)
    springs('diff')
    git('config', '--unset', 'core.fsmonitor')
    config('diff.external', script)
    springs('diff')
    config('core.fsmonitor', script)
    config('core.pager', script)
    config('pager.diff', script)
    expect(await readEverything()).toContain('+two')
  })

  it('as the differ or converter that an attribute names', async () => {
    touch('file.txt')
    writeFileSync(join(root, '.gitattributes'), '* diff=trap\n')
    config('diff.trap.textconv', script)
    springs('diff')
    config('diff.trap.command', script)
    springs('diff')
    expect(await readEverything()).toContain('+two')
  })

  it.each(['trap', 'a=b.c', 'Ünï"x', "qu'ote"])('as a filter with the name %s', async (name) => {
    touch('file.txt')
    writeFileSync(join(root, '.git/info/attributes'), `* "filter=${name}"\n* filter=${name}\n`)
    for (const kind of ['clean', 'process']) {
      config(`filter.${name}.${kind}`, script)
      config(`filter.${name}.required`, 'true')
      springs('diff')
    }
    expect(await readEverything()).toContain('+two')
  })

  it('as a filter whose name is no text: it is refused', async () => {
    touch('file.txt')
    appendFileSync(join(root, '.git/config'), Buffer.from(`[filter "\xff"]\nclean = ${script}\n`, 'latin1'))
    writeFileSync(join(root, '.git/info/attributes'), Buffer.from('* filter=\xff\n', 'latin1'))
    springs('diff')
    await expect(gitDiff(root)).rejects.toMatchObject({ code: 'repository-not-trusted' })
    expect(existsSync(mark)).toBe(false)
  })

  it('as a hook, when the index is written', async () => {
    writeFileSync(join(root, '.git/hooks/post-index-change'), `#!/bin/sh\ntouch '${mark}'\n`)
    chmodSync(join(root, '.git/hooks/post-index-change'), 0o755)
    touch('file.txt')
    springs('add', '.')
    writeFileSync(join(root, 'file.txt'), 'two\n')
    await readEverything()
  })

  it('to look at signatures', async () => {
    config('gpg.program', script)
    config('log.showSignature', 'true')
    const signed = git('cat-file', 'commit', 'HEAD').replace(
      '\n\n',
      '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
    )
    writeFileSync(join(base, 'commit'), signed)
    git('reset', '--quiet', git('hash-object', '-w', '-t', 'commit', join(base, 'commit')).trim())
    springs('log')
    await readEverything()
  })

  it('to fetch what is missing', async () => {
    const blob = git('rev-parse', 'HEAD:file.txt').trim()
    touch('file.txt')
    config('core.repositoryFormatVersion', '1')
    config('extensions.partialClone', 'origin')
    config('remote.origin.promisor', 'true')
    rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    const ways = [
      { url: base, uploadpack: script },
      { url: 'ssh://example.org/x', uploadpack: 'x' },
      { url: `ext::${script}`, uploadpack: 'x' },
    ]
    config('core.sshCommand', script)
    config('protocol.allow', 'always')
    config('protocol.ext.allow', 'always')
    for (const { url, uploadpack } of ways) {
      config('remote.origin.url', url)
      config('remote.origin.uploadpack', uploadpack)
      springs('diff', 'HEAD')
      await expect(gitDiff(root)).rejects.toMatchObject({ code: 'git-failed' })
      expect(existsSync(mark)).toBe(false)
    }
  })

  it('in a submodule', async () => {
    mkdirSync(join(base, 'inner'))
    const inside = (...args: string[]): string => git('-C', join(root, 'inner'), ...args)
    git('init', '--quiet', 'inner')
    inside('config', 'user.name', 'Author')
    writeFileSync(join(root, 'inner/file'), 'one\n')
    inside('add', '.')
    inside('commit', '--quiet', '-m', 'inner')
    git('add', 'inner')
    git('commit', '--quiet', '-m', 'with inner')
    inside('config', 'filter.trap.clean', script)
    writeFileSync(join(root, 'inner/.git/info/attributes'), '* filter=trap\n')
    writeFileSync(join(root, 'inner/file'), 'two\n')
    springs('diff')
    config('diff.ignoreSubmodules', 'none')
    await readEverything()
  })

  it('or that says its work tree is elsewhere', async () => {
    mkdirSync(join(base, 'home'))
    writeFileSync(join(base, 'home/file.txt'), 'secret\n')
    config('core.worktree', join(base, 'home'))
    expect(git('diff')).toContain('secret')
    expect(await isRepository(root)).toBe(false)
    await expect(gitDiff(root)).rejects.toMatchObject({ code: 'not-a-repository' })
    config('core.worktree', base)
    mkdirSync(join(base, 'root/root'))
    writeFileSync(join(base, 'file.txt'), 'secret\n')
    expect(git('-C', base, '--git-dir', join(root, '.git'), 'diff')).toContain('secret')
    expect(await gitDiff(root)).not.toContain('secret')
  })
})
