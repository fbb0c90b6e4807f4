import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import pc from 'picocolors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Approval, Approved } from '../../session/turn/session.ts'
import { chat } from './chat.ts'
import { answering } from './example-events.ts'
import { type ExampleHooks, exampleHooks } from './example-hooks.ts'
import type { ChatHooks } from './hooks.ts'
import { type ExampleTerminal, exampleTerminal } from './terminal/example-terminal.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-chat-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Talking extends ExampleTerminal, ExampleHooks {
  /** Waits until the chat has ended. */
  readonly ended: Promise<void>
  hasEnded(): boolean
  /** Everything that can be seen. */
  screen(): string
  /** Waits until something can be seen. */
  see(text: string): Promise<void>
}

async function talking(changes: Partial<ChatHooks> = {}, columns = 80): Promise<Talking> {
  const terminal = exampleTerminal(columns)
  const example = exampleHooks(changes)
  let over = false
  const ended = chat(terminal.io, example.hooks, { historyFile: join(folder, 'history') }).then(() => {
    over = true
  })
  const screen = (): string => terminal.lines().join('\n')
  const see = async (text: string): Promise<void> => {
    await vi.waitFor(() => expect(screen()).toContain(text), { timeout: 20_000, interval: 5 })
  }
  await see('test:model · main')
  return { ...terminal, ...example, ended, hasEnded: () => over, screen, see }
}

describe('a chat at a terminal', () => {
  it('sends what is typed, shows the answer, and is ready for more', async () => {
    const { type, see, lines, asked, ended, raw } = await talking()
    expect(raw()).toBe(true)
    await type('hello\r')
    await see('1.5 s')
    expect(asked).toEqual(['hello'])
    expect(lines()).toEqual([
      '',
      '› hello',
      'sends 2 items · 300 tokens · 30 % of the window · /context shows more',
      '',
      'You said *hello*.',
      '400 tokens in (75 % cached) · 20 out · 1.5 s',
      '›',
      'test:model · main · 300/850 ━━━╸       · free 550 · answer 100 · safety 50',
    ])
    await type('\u0004')
    await ended
    expect(raw()).toBe(false)
  })

  it('gives the terminal back as it was, with nothing of its own at the end', async () => {
    const { type, ended, lines, written } = await talking()
    await type('/quit\r')
    await ended
    expect(lines().filter((line) => line !== '')).toEqual(['› /quit'])
    expect(written().endsWith('\u001b[?2004l')).toBe(true)
    expect(written().lastIndexOf('\u001b[?25h')).toBeGreaterThan(written().lastIndexOf('\u001b[?25l'))
  })

  it('stops the answer with Ctrl-C, and says so', async () => {
    const { type, see, screen, hasEnded } = await talking()
    await type('hold it\r')
    await see('The second')
    expect(screen()).toContain('Ctrl-C stops')
    await type('\u0003')
    await see('The answer breaks off here')
    expect(screen()).not.toContain('Ctrl-C stops')
    expect(hasEnded()).toBe(false)
    await type('more\r')
    await see('You said *more*.')
  })

  it('leaves with Ctrl-C twice, also while a turn does not stop', async () => {
    const { type, ended } = await talking({
      async *send() {
        await new Promise(() => undefined)
      },
    })
    await type('never\r')
    await type('\u0003')
    await type('\u0003')
    await ended
  })

  it('leaves with Ctrl-C twice where nothing is written, not with two that are far apart', async () => {
    const { type, see, pass, hasEnded, ended } = await talking()
    await type('draft\u0003')
    await type('\u0003')
    await see('Ctrl-C once more leaves')
    pass(5000)
    await type('\u0003')
    expect(hasEnded()).toBe(false)
    await type('\u0003')
    await ended
  })

  it('keeps what is typed ahead, and sends it when the answer is done', async () => {
    const { type, see, release, asked, screen } = await talking()
    await type('hold it\r')
    await see('The second')
    await type('next\rand more')
    expect(screen()).toContain('queued: next')
    expect(screen()).toContain('› and more')
    release()
    await see('You said *next*.')
    expect(asked).toEqual(['hold it', 'next'])
    expect(screen()).toContain('› and more')
  })

  it('does not send what was waiting when the answer is stopped, but gives it back', async () => {
    const { type, see, asked, lines } = await talking()
    await type('hold it\r')
    await see('The second')
    await type('next\rand more')
    await type('\u0003')
    await see('breaks off')
    expect(asked).toEqual(['hold it'])
    expect(lines()).toContain('› next')
    expect(lines()).toContain('  and more')
  })

  it('asks before a tool runs, and a key answers, not the editor', async () => {
    const answers: Approved[] = []
    const approval = {
      callId: '1',
      name: 'run_command',
      about: 'npm test',
      preview: '+x',
    } as Partial<Approval> as Approval
    const { type, see, pass, screen } = await talking({
      async *send(text, { approve, signal }) {
        answers.push((await approve?.(approval, signal)) ?? 'no')
        yield* answering(`done ${text}`)
      },
    })
    await type('go\r')
    await see('Run it?')
    pass(1000)
    await type('y')
    await see('done go')
    expect(answers).toEqual(['once'])
    expect(screen()).toContain('? run_command npm test')
    expect(screen()).not.toContain('Run it?')
    expect(screen()).toMatch(/^›$/m)
  })

  it('runs commands, which print for themselves, and says on which branch it is then', async () => {
    const { type, see, asked } = await talking()
    await type('/fork idea\r')
    await see('now on branch idea')
    expect(asked).toEqual(['fork idea'])
    await see('test:model · idea')
  })

  it('shows the context as bars, the model, siblings and help', async () => {
    const { type, see } = await talking()
    await type('/context\r')
    await see('window   1,000  100 %')
    await type('/model other\r')
    await see('The model is other.')
    await type('/siblings\r')
    await see('1  an answer')
    await type('/help\r')
    await see('Ctrl-D')
  })

  it('puts the message that was undone into the editor', async () => {
    const { type, see } = await talking()
    await type('/undo\r')
    await see('› said before')
  })

  it('tells what goes wrong, and goes on', async () => {
    const { type, see, asked } = await talking({
      run: async () => {
        throw new Error('broken\u001b[2J')
      },
    })
    await type('/branch\r')
    await see('error: broken␛[2J (an unexpected error)')
    await type('/brnch\r')
    await see('Did you mean /branch?')
    await type('on\r')
    await see('You said *on*.')
    expect(asked).toEqual(['on'])
  })

  it('is told in the chat what of a message is left out', async () => {
    const { type, see } = await talking({
      async *send(text, { tell }) {
        tell?.('@/none is left out\u001b[2J: it is not there.')
        yield* answering(`You said ${text}.`)
      },
    })
    await type('see @/none\r')
    await see('@/none is left out␛[2J: it is not there.')
    await see('You said see @/none.')
  })

  it('completes paths, and remembers what was said for the next time', async () => {
    const { type, see, lines, ended } = await talking()
    await type('look at @src/a\t')
    await see('› look at @/src/a.ts')
    await type('\r')
    await see('1.5 s')
    await type('\u0004')
    await ended
    expect(await readFile(join(folder, 'history'), 'utf8')).toBe('"look at @/src/a.ts "\n')
    const again = await talking()
    await again.type('\u001b[A')
    await again.see('› look at @/src/a.ts')
    expect(lines().length).toBeGreaterThan(0)
  })

  it('draws its live lines anew when the terminal has another size', async () => {
    const { type, resize, lines } = await talking()
    await type('one two three four five six seven eight nine')
    await resize(30)
    expect(
      lines()
        .slice(-3)
        .map((line) => line.length <= 30),
    ).toEqual([true, true, true])
    expect(lines().join('')).toContain('eight')
  })

  it('leaves where the input ends', async () => {
    const { io, ended } = await talking()
    ;(io.input as PassThrough).end()
    await ended
  })
})

describe('a chat without a terminal', () => {
  it('takes lines, gives answers as they came, and tells everything else apart', async () => {
    const { hooks, asked } = exampleHooks()
    const input = new PassThrough()
    const out: string[] = []
    const errors: string[] = []
    input.end('one\n\n/nothing\n//two\n')
    await chat(
      {
        input,
        output: {
          write: (text) => void out.push(text),
          terminal: false,
          columns: undefined,
          rows: undefined,
        },
        errors: { write: (text) => void errors.push(text) },
        style: pc.createColors(false),
        now: () => 0,
        onResize: () => () => undefined,
      },
      hooks,
      { historyFile: join(folder, 'history') },
    )
    expect(asked).toEqual(['one', '/two'])
    expect(out.join('')).toBe('You said *one*.\nYou said */two*.\n')
    expect(errors.join('')).toContain('There is no command /nothing.')
    expect(errors.join('')).toContain('30 % of the window')
  })
})
