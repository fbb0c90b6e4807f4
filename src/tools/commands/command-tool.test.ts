import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../core/content/json.ts'
import type { ToolOutcome } from '../tool.ts'
import { commandTool } from './command-tool.ts'

const posix = process.platform !== 'win32'
let base: string
let root: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-command-')))
  root = join(base, 'root')
  mkdirSync(join(root, 'inner'), { recursive: true })
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const never = new AbortController().signal
const environment = {
  PATH: process.env.PATH,
  OPENAI_API_KEY: 'hidden-1',
  GITHUB_TOKEN: 'hidden-2',
  db_password: 'hidden-3',
  PLAIN: 'p',
}
const run = (input: Json, signal = never): Promise<ToolOutcome> =>
  commandTool({ root, environment }).run(input, { callId: 'c', signal })
const texts = ({ content }: ToolOutcome): string[] => content.map((part) => ('text' in part ? part.text : ''))

/** Whether a process is there and no zombie. */
const lives = async (pid: string): Promise<boolean> => {
  const { content } = await run({ command: `ps -o stat= -p ${pid} | grep -v Z || true` })
  return content.length > 1
}

describe.runIf(posix)('a command', () => {
  it('gives what it prints on both outputs, in the order in which it came, and its exit code', async () => {
    const outcome = await run({ command: 'for i in 1 2 3; do echo out $i; echo err $i >&2; done; exit 3' })
    expect(texts(outcome)).toEqual(['out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n', '[exit code 3]'])
    expect(outcome).toMatchObject({ isError: false, exitCode: 3 })
  })

  it('runs in the root or a folder of it, with nothing to read', async () => {
    expect(texts(await run({ command: 'pwd; cat' }))).toEqual([`${root}\n`, '[exit code 0]'])
    expect(texts(await run({ command: 'pwd', folder: './inner/' }))[0]).toBe(`${root}/inner\n`)
  })

  it('is not run in a folder that is not there, is a file or leads out', async () => {
    symlinkSync(base, join(root, 'out'))
    for (const folder of ['none', 'out', '..', '/tmp', 'inner/../..']) {
      const outcome = await run({ command: 'pwd', folder })
      expect(outcome).toMatchObject({ isError: true })
      expect(texts(outcome)[0]).not.toContain(base)
    }
  })

  it('sees no variable that looks like a key', async () => {
    const [printed = ''] = texts(await run({ command: 'env' }))
    expect(printed).toContain('PLAIN=p')
    expect(printed).not.toMatch(/hidden-1|hidden-2|hidden-3/)
  })

  it('keeps control characters, and puts U+FFFD for what is no UTF-8', async () => {
    expect(texts(await run({ command: "printf '\\033[31mx\\000\\377\\n'" }))[0]).toBe('\u001b[31mx\0\ufffd\n')
  })

  it('says which signal ended it', async () => {
    const outcome = await run({ command: 'echo before; kill -KILL $$' })
    expect(texts(outcome)).toEqual(['before\n', '[ended by SIGKILL]'])
    expect(outcome).toMatchObject({ isError: true, exitCode: null })
  })

  it('is described with all of it in one line', () => {
    const tool = commandTool({ root, environment })
    expect(tool.describe({ command: `echo ${'x'.repeat(500)}\nrm -r y` })).toBe(
      `Run: echo ${'x'.repeat(500)} ⏎ rm -r y`,
    )
    expect(tool.describe({ command: 7 })).toContain('does not fit')
    expect(tool.permission).toBe('ask')
  })
})

describe.runIf(posix)('a command that does not behave', () => {
  it('keeps only the ends of what it prints, and is ended where it prints without end', async () => {
    const before = process.memoryUsage().rss
    const outcome = await run({ command: 'echo first; yes | head -c 1000000000; echo last' })
    const [printed = '', status] = texts(outcome)
    expect(status).toContain('more than 64 MB')
    expect(outcome).toMatchObject({ isError: true, exitCode: null })
    expect(printed).toMatch(/^first\ny\ny\n/)
    expect(printed.length).toBeLessThan(200_100)
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  it('keeps the first and the last 100 kB of long output, without half characters', async () => {
    const outcome = await run({ command: "printf a; yes ü | head -c 3000000 | tr -d '\\n'; echo; echo last" })
    const [printed = '', status] = texts(outcome)
    expect(status).toBe('[exit code 0]')
    expect(printed).toMatch(/^aüü.*ü\n\[… \d+ bytes left out …\]\nü.*ü\nlast\n$/s)
    const [, dropped = ''] = /\[… (\d+) bytes/.exec(printed) ?? []
    expect(Number(dropped)).toBe(2_000_007 - 200_000)
    expect(printed).not.toContain('\ufffd')
  })

  it('is killed when its time is over, though it takes no notice of being asked to end', async () => {
    const command = 'trap "" TERM; echo $$; (trap "" TERM; sleep 300) & while :; do sleep 0.1; done'
    const outcome = await run({ command, timeout_seconds: 3 })
    const [pid = '', status] = texts(outcome)
    expect(status).toBe('[ended by SIGKILL; it was ended after 3 seconds: give it more time, or run less]')
    expect(await lives(pid.trim())).toBe(false)
  })

  it('may tidy up when it is asked to end', async () => {
    const command = 'trap "echo tidied; exit 5" TERM; while :; do sleep 0.1; done'
    expect(texts(await run({ command, timeout_seconds: 3 }))[0]).toContain('tidied\n')
  })

  it('is ended with all it started when the turn is stopped, and the run throws', async () => {
    const controller = new AbortController()
    const started = run({ command: 'sleep 300 & echo $! > pid; wait' }, controller.signal)
    await expect.poll(() => run({ command: 'cat pid' }).then((outcome) => texts(outcome)[0])).toMatch(/^\d+\n$/)
    const pid = texts(await run({ command: 'cat pid' }))[0] ?? ''
    controller.abort(new Error('stopped'))
    await expect(started).rejects.toThrow('stopped')
    await expect.poll(() => lives(pid.trim())).toBe(false)
    await expect(run({ command: 'echo x' }, controller.signal)).rejects.toThrow('stopped')
  })

  it('does not keep the turn waiting for what it leaves in the background, which is ended', async () => {
    for (const command of ['sleep 300 & echo $!', 'sleep 300 > /dev/null 2>&1 & echo $!']) {
      const outcome = await run({ command })
      const [pid = '', status] = texts(outcome)
      expect(status).toBe('[exit code 0; what it left running in the background was ended]')
      expect(outcome).toMatchObject({ isError: false, exitCode: 0 })
      expect(await lives(pid.trim())).toBe(false)
    }
  })

  it.each<Json>([
    {},
    { command: '' },
    { command: ['ls'] },
    { command: 'ls', timeout_seconds: 6000 },
    { command: 'ls', shell: 'zsh' },
    { unparsed: '{"command": "ls' },
    'ls',
    { command: 'a\0b' },
  ])('of which the input is %j is an outcome that says so', async (input) => {
    const outcome = await run(input)
    expect(outcome.isError).toBe(true)
    expect(texts(outcome)[0]).toMatch(/does not fit run_command|NUL/)
  })
})
