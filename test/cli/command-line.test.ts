import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
})
afterEach(() => sh.remove())

const main = resolve(import.meta.dirname, '../../src/cli/main.ts')

describe('the command line', () => {
  it('helps on every command, with an example', async () => {
    const { code, out } = await sh.heddle([])
    expect(code).toBe(0)
    const commands = [...out.matchAll(/^ {2}([a-z]+)(?: |$)/gm)]
      .map((found) => found[1] ?? '')
      .filter((name) => name !== 'help')
    expect(commands).toContain('init')
    for (const command of commands) {
      const help = await sh.heddle([command, '--help'])
      expect(help.code).toBe(0)
      expect(help.out).toContain(`$ heddle ${command}`)
    }
  })

  it.each([
    [['lg'], 'Did you mean'],
    [['log', '--limt', '3'], 'Did you mean --limit?'],
    [['ls', 'extra'], 'arguments'],
    [['checkout'], 'branch|conversation'],
    [['mark', 'exclude'], 'node'],
    [['say', '--as', 'nobody', 'x'], 'human, model, system'],
    [['completion', 'tcsh'], 'bash, zsh, fish'],
  ])('answers %j with exit code 2 and a hint', async (line, hint) => {
    const { code, out, err } = await sh.heddle(line)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(hint)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  it('gives errors as one JSON object with --json, wherever that stands', async () => {
    for (const line of [
      ['--json', 'ls'],
      ['ls', '--json'],
      ['nonsense', '--json'],
      ['mark', '--json'],
    ]) {
      const { code, out, err } = await sh.heddle(line)
      expect(code).not.toBe(0)
      expect(out).toBe('')
      expect(JSON.parse(err).error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    }
  })

  it('shows a stack only where HEDDLE_DEBUG is set', async () => {
    expect((await sh.heddle(['ls'])).err).not.toContain('    at ')
    expect((await sh.heddle(['ls'], { env: { HEDDLE_DEBUG: '1' } })).err).toContain('    at ')
  })

  it('takes --workspace before and behind the command', async () => {
    await sh.heddle(['init'])
    for (const line of [
      ['--workspace', sh.folder, 'ls'],
      ['ls', '--workspace', sh.folder],
    ])
      expect((await sh.heddle(line, { cwd: '/' })).code).toBe(0)
    await writeFile(join(sh.folder, 'file'), '')
    const { code, err } = await sh.heddle(['ls', '--workspace', 'file'])
    expect(code).toBe(1)
    expect(err).toContain('not a folder')
  })

  it('colours on a terminal only, and not against NO_COLOR or --no-color', async () => {
    await sh.heddle(['init'])
    await sh.heddle(['say', '--new', 'x'])
    const colour = '\u001b['
    expect((await sh.heddle(['log'], { terminal: true })).out).toContain(colour)
    expect((await sh.heddle(['log'])).out).not.toContain(colour)
    expect((await sh.heddle(['log', '--no-color'], { terminal: true })).out).not.toContain(colour)
    expect((await sh.heddle(['log'], { terminal: true, env: { NO_COLOR: '1' } })).out).not.toContain(colour)
  })
})

describe('completion', () => {
  const complete = async (...words: string[]): Promise<string[]> =>
    (await sh.heddle(['__complete', '--', ...words])).out
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))

  it('knows commands, options, choices and settings without a workspace', async () => {
    expect(await complete('checko')).toEqual(['checkout'])
    expect(await complete('log', '--l')).toEqual(['--limit', '--last'])
    expect(await complete('say', '--as', '')).toEqual(['human', 'model', 'system'])
    expect(await complete('config', 'set', 'token')).toEqual(['tokenBuffer'])
    expect(await complete('init', '')).toEqual([':files'])
    expect(await complete('checkout', '')).toEqual([])
  })

  it('knows branches, nodes and conversations of the workspace', async () => {
    await sh.heddle(['init'])
    const node = (await sh.heddle(['say', '--new', 'x'])).out.trim()
    await sh.heddle(['fork', 'idea'])
    expect(await complete('checkout', 'i')).toEqual(['idea'])
    expect(await complete('fork', 'new', '--at', '')).toContain(node)
    expect(await complete('--workspace', sh.folder, 'mark', 'exclude', node.slice(0, 2))).toContain(node)
  })

  it('is loaded by bash', async () => {
    const script = (await sh.heddle(['completion', 'bash'])).out
    const heddle = `"${process.execPath}" "${main}"`
    const code = `heddle() { ${heddle} "$@"; }\n${script}\nCOMP_WORDS=(heddle checko); COMP_CWORD=1; _heddle; echo "\${COMPREPLY[*]}"`
    expect((await child('bash', ['-c', code])).out).toBe('checkout\n')
  })
})

describe('the process', () => {
  it('ends quietly when its reader goes away', async () => {
    await sh.heddle(['init'])
    await sh.heddle(['say', '--new', '-'], { stdin: 'a line of text\n'.repeat(50_000) })
    const code = `"${process.execPath}" "${main}" show main | head -1; echo "\${PIPESTATUS[0]}"`
    const { out, err } = await child('bash', ['-c', code])
    expect(out.trim().split('\n').at(-1)).toBe('0')
    expect(err).toBe('')
  })

  it('ends with 130 on Ctrl-C, with nothing written', async () => {
    await sh.heddle(['init'])
    await sh.heddle(['say', '--new', 'x'])
    const waiting = spawn(process.execPath, [main, 'say', '-'], { cwd: sh.folder, stdio: ['pipe', 'pipe', 'pipe'] })
    waiting.stdin.write('half a mess')
    await new Promise((done) => setTimeout(done, 4000))
    waiting.kill('SIGINT')
    expect((await once(waiting, 'exit'))[0]).toBe(130)
    expect(JSON.parse((await sh.heddle(['log', '--json'])).out).total).toBe(1)
  })

  it('gives the exit code of the command', async () => {
    expect((await child(process.execPath, [main, 'nonsense'])).code).toBe(2)
    expect((await child(process.execPath, [main, '--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

async function child(file: string, words: readonly string[]): Promise<{ code: unknown; out: string; err: string }> {
  const process = spawn(file, words, { cwd: sh.folder })
  const out: Buffer[] = []
  const err: Buffer[] = []
  process.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  process.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  const [code] = await once(process, 'close')
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }
}
