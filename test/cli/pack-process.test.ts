import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { main, type PackShell, packShell } from './pack-shell.ts'

let sh: PackShell

beforeEach(async () => {
  sh = await packShell()
})
afterEach(() => sh.remove())

/** Waits until something is so; the test's own timeout ends it. */
async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await is())) await setTimeout(50)
}

async function putMany(): Promise<void> {
  const texts = Array.from({ length: 3000 }, (_, at) => [`f${at}.txt`, `text ${at} of many\n`.repeat(200)] as const)
  await sh.put(Object.fromEntries(texts))
}

describe('the process of a pack', () => {
  it('ends quietly when its reader goes away', async () => {
    await putMany()
    const { out, err } = await sh.bash('HEDDLE pack --measure characters | head -1; echo "$PIPESTATUS"')
    expect(out).toBe('# Files\n0\n')
    expect(err).not.toMatch(/EPIPE|error/)
  })

  it('does not pack the file that standard output goes to', async () => {
    await sh.put({ 'a.txt': 'a\n' })
    await sh.bash('HEDDLE pack > out.md')
    expect(await sh.read('out.md')).toContain('## a.txt')
    expect(await sh.read('out.md')).not.toContain('out.md')
  })

  it.each([
    ['SIGINT', []],
    ['SIGINT', ['--split', '100000']],
    ['SIGTERM', []],
    ['SIGHUP', []],
    ['SIGINT', ['--budget', '100000', '--for', 'text']],
  ] as const)('is stopped by %s with nothing written and nothing left: %j', async (signal, more) => {
    await putMany()
    const to = join(sh.home, 'out')
    await mkdir(to)
    const words = [main, 'pack', '--no-cache', '-o', join(to, 'out.md'), ...more]
    const packing = spawn(process.execPath, words, { cwd: sh.folder, env: { ...process.env, ...sh.env } })
    const exit = once(packing, 'exit')
    await until(async () => packing.exitCode !== null || (await readdir(to)).length > 0)
    packing.kill(signal)
    expect((await exit)[0]).toBe(130)
    expect(await readdir(to)).toEqual([])
  })

  it('writes again when a file changes, until Ctrl-C', async () => {
    await sh.put({ 'a.txt': 'first\n' })
    const words = [main, 'pack', '--watch', '-o', 'out.md']
    const watching = spawn(process.execPath, words, { cwd: sh.folder, env: { ...process.env, ...sh.env } })
    const exit = once(watching, 'exit')
    const err: Buffer[] = []
    watching.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    await until(() => Buffer.concat(err).includes('Ctrl-C'))
    let at = 0
    await until(async () => {
      if (at++ % 20 === 0) await sh.put({ 'a.txt': `second ${at}\n` })
      return (await sh.read('out.md')).includes('second')
    })
    watching.kill('SIGINT')
    expect((await exit)[0]).toBe(130)
    expect(await sh.names()).toEqual(['a.txt', 'out.md'])
  })

  it('watches on where one pack fails', { retry: 3 }, async () => {
    await sh.put({ 'a.txt': 'first\n', '.gitignore': 'out.md\n' })
    sh.git('init', '-q')
    sh.git('add', '.')
    sh.git('commit', '-qm', 'one')
    const words = [main, 'pack', '--watch', '--diff', '--budget', '200', '-o', 'out.md']
    const watching = spawn(process.execPath, words, { cwd: sh.folder, env: { ...process.env, ...sh.env } })
    const exit = once(watching, 'exit')
    const err: Buffer[] = []
    watching.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    await until(() => Buffer.concat(err).includes('Ctrl-C'))
    await sh.put({ 'a.txt': 'too much for the budget\n'.repeat(200) })
    await until(() => watching.exitCode !== null || Buffer.concat(err).includes('too small'))
    expect(await sh.read('out.md')).toContain('first')
    let at = 0
    await until(async () => {
      if (at++ % 20 === 0) await sh.put({ 'a.txt': `second ${at}\n` })
      return watching.exitCode !== null || (await sh.read('out.md')).includes('second')
    })
    watching.kill('SIGINT')
    expect((await exit)[0]).toBe(130)
  })
})
