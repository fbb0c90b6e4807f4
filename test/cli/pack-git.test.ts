import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PackShell, packShell } from './pack-shell.ts'

let sh: PackShell

beforeEach(async () => {
  sh = await packShell()
})
afterEach(() => sh.remove())

const token = `AKIA${'Q7ZXCVBNMASDFGHJ'}`

describe('git', () => {
  it('gives what has changed and the newest commits, without secrets', async () => {
    sh.git('init', '-q')
    await sh.put({ 'a.txt': 'first\n' })
    sh.git('add', '.')
    sh.git('commit', '-qm', 'the first one')
    await sh.put({ 'a.txt': `second ${token}\n` })
    const { code, out } = await sh.pack(['--diff', '--log', '5'])
    expect(code).toBe(0)
    expect(out).toContain('# Git diff')
    expect(out).toContain('-first')
    expect(out).toContain('+second [secret: aws-access-key-id]')
    expect(out).toContain('the first one')
    expect(out).not.toContain(token)
    expect((await sh.pack(['--diff', '--no-secrets'])).out).toContain(token)
  })

  it('is asked for in vain where there is no repository', async () => {
    await sh.put({ 'a.txt': 'a\n' })
    const { code, err } = await sh.pack(['--diff'])
    expect(code).not.toBe(0)
    expect(err).toContain('git')
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  it('fetches a bare repository, and leaves nothing of it', async () => {
    sh.git('init', '-q')
    await sh.put({ 'a.txt': 'first\n' })
    sh.git('add', '.')
    sh.git('commit', '-qm', 'one')
    sh.git('clone', '-q', '--bare', sh.folder, join(sh.home, 'bare.git'))
    const temporary = join(sh.home, 'tmp')
    await mkdir(temporary)
    const { code, out } = await sh.bash(`TMPDIR="${temporary}" HEDDLE pack --remote "${join(sh.home, 'bare.git')}"`)
    expect(code).toBe(0)
    expect(out).toContain('## a.txt\n\n```txt\nfirst\n')
    expect(await readdir(temporary)).toEqual([])
  })

  it.each([
    'ext::sh -c "touch pwned"',
    '--upload-pack=touch pwned',
    'ssh://-oProxyCommand=touch%20pwned/x',
    '/nowhere/at/all',
    'file:///nowhere',
    '',
  ])('refuses the address %j in one line, and runs nothing', async (address) => {
    const { code, out, err } = await sh.pack([`--remote=${address}`, '--list'])
    expect([1, 2]).toContain(code)
    expect(out).toBe('')
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(await sh.names()).not.toContain('pwned')
  })
})
