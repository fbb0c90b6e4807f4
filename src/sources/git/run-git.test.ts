import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gitText, runGit } from './run-git.ts'

let base: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'heddle-git-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(base, { recursive: true, force: true })
})

it('hands over what git writes, byte for byte, and its exit code', async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 0])
  await gitText(base, ['init', '--quiet'])
  const id = await gitText(base, ['hash-object', '-w', '--stdin'], { stdin: bytes })
  expect(await runGit(base, ['cat-file', 'blob', id.trim()])).toEqual({ code: 0, stdout: bytes, stderr: '' })
  expect(await runGit(base, ['cat-file', 'blob', 'none'])).toMatchObject({ code: 128, stderr: /^fatal: / })
  await expect(gitText(base, ['cat-file', 'blob', 'none'])).rejects.toMatchObject({
    code: 'git-failed',
    command: 'cat-file',
    exitCode: 128,
    message: expect.stringContaining('fatal: '),
  })
})

it('uses no shell', async () => {
  const name = '$(touch mark); `touch mark` "\'\n'
  expect(await gitText(base, ['check-ref-format', '--branch', name]).catch((error) => error.code)).toBe('git-failed')
  expect(await gitText(base, ['hash-object', '-t', 'blob', '--stdin-paths'], { stdin: '' })).toBe('')
  await expect(gitText(base, ['ls-files', 'mark'])).rejects.toThrow()
})

it('reads the repository it is asked about, whatever the environment says', async () => {
  for (const name of ['one', 'other']) {
    mkdirSync(join(base, name))
    await gitText(join(base, name), ['init', '--quiet'])
    writeFileSync(join(base, name, `${name}.txt`), name)
    await gitText(join(base, name), ['add', '.'])
  }
  vi.stubEnv('GIT_DIR', join(base, 'other/.git'))
  vi.stubEnv('GIT_WORK_TREE', join(base, 'other'))
  vi.stubEnv('GIT_INDEX_FILE', join(base, 'other/.git/index'))
  vi.stubEnv('GIT_CONFIG_COUNT', 'no number')
  vi.stubEnv('GIT_TRACE', '1')
  vi.stubEnv('LC_ALL', 'de_DE.UTF-8')
  expect(await runGit(join(base, 'one'), ['ls-files', '-z'])).toEqual({
    code: 0,
    stdout: Buffer.from('one.txt\0'),
    stderr: '',
  })
})

it('stops git when it writes too much, and not when it writes just so much', async () => {
  await gitText(base, ['init', '--quiet'])
  const id = (await gitText(base, ['hash-object', '-w', '--stdin'], { stdin: Buffer.alloc(10_000_000) })).trim()
  const { stdout } = await runGit(base, ['cat-file', 'blob', id], { maxBytes: 10_000_000 })
  expect(stdout.length).toBe(10_000_000)
  await expect(runGit(base, ['cat-file', 'blob', id], { maxBytes: 9_999_999 })).rejects.toMatchObject({
    code: 'git-output-too-large',
    maxBytes: 9_999_999,
  })
})

it('stops git when it is told to, with the reason it was told', async () => {
  await gitText(base, ['init', '--quiet'])
  const reason = new Error('enough')
  await expect(runGit(base, ['version'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const controller = new AbortController()
  const endless = Buffer.from('HEAD\n'.repeat(1_000_000))
  const running = runGit(base, ['cat-file', '--batch-check'], { signal: controller.signal, stdin: endless })
  controller.abort(reason)
  await expect(running).rejects.toBe(reason)
})

it('says that git is not there, and what to do', async () => {
  vi.stubEnv('PATH', base)
  await expect(runGit(base, ['version'])).rejects.toMatchObject({ code: 'no-git', message: /Install it/ })
})

it('tells a folder that is not there from git that is not', async () => {
  writeFileSync(join(base, 'file'), '')
  for (const path of ['none', 'file']) {
    await expect(runGit(join(base, path), ['version'])).rejects.toMatchObject({ code: 'not-a-repository' })
  }
})

it('shows no credentials and no control characters in what git says', async () => {
  const bad = 'https://me:secret@example.org/\x1b[31mred\x07'
  await gitText(base, ['init', '--quiet'])
  const failed = await runGit(base, ['add', '--', bad])
  expect(failed.stderr).toContain('https://***@example.org/')
  expect(failed.stderr).not.toMatch(/secret|\p{Cc}(?<!\n)/u)
})
