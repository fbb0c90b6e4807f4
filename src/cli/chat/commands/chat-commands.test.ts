import fc from 'fast-check'
import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import { findMentions } from '../../../history/mentions/find-mentions.ts'
import { widthOf } from '../../print/width.ts'
import type { ChatHooks } from '../hooks.ts'
import type { CommandChat } from './chat-command.ts'
import { chatCommands } from './chat-commands.ts'
import { completeSaid } from './complete-said.ts'
import { helpLines } from './help-lines.ts'
import { readSaid } from './read-line.ts'
import { findCommand, runCommand } from './run-command.ts'
import { wordsOf } from './words.ts'

async function argvOf(line: string, plans: readonly string[] = []): Promise<readonly string[]> {
  let ran: readonly string[] = []
  const chat = {
    plans,
    run: async (argv: readonly string[]) => {
      ran = argv
    },
  } as Partial<CommandChat> as CommandChat
  const said = readSaid(line)
  if (said.kind === 'command') await runCommand(said.name, said.rest, chat)
  return ran
}

describe('a line', () => {
  it('is a command where it begins with a slash and a name, else a message', () => {
    expect(readSaid('/fork bold idea ')).toEqual({ kind: 'command', name: 'fork', rest: 'bold idea' })
    expect(readSaid('/edit k3x9 one\ntwo')).toEqual({ kind: 'command', name: 'edit', rest: 'k3x9 one\ntwo' })
    expect(readSaid('//etc is a folder')).toEqual({ kind: 'message', text: '/etc is a folder' })
    expect(readSaid('/etc/passwd is a file')).toEqual({ kind: 'message', text: '/etc/passwd is a file' })
    expect(readSaid('what is /fork?')).toEqual({ kind: 'message', text: 'what is /fork?' })
  })

  it('is cut into words at white space, and quotes hold words together', () => {
    expect(wordsOf(`one "two three" 'four "five"' six\\ seven don't ""`)).toEqual([
      'one',
      'two three',
      'four "five"',
      'six seven',
      "don't",
      '',
    ])
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9-]{1,8}$/)), (words) => {
        expect(wordsOf(words.join('  '))).toEqual(words)
      }),
    )
  })
})

describe('a command', () => {
  it.each([
    ['/plan', ['plan']],
    ['/plan why does it fail', ['plan', '--', 'why does it fail']],
    ['/plan --budget 32000', ['plan', '--budget', '32000']],
    ['/exclude k3x9 m2p7', ['mark', 'exclude', 'k3x9', 'm2p7']],
    ['/branch', ['branch']],
    ['/fork "a name"', ['fork', 'a name']],
    ['/checkout main', ['checkout', 'main']],
    ['/edit k3x9 A better "question"?', ['edit', '--', 'k3x9', 'A better "question"?']],
    ['/agent', ['agent', 'list']],
    ['/agent reviewer', ['agent', 'select', 'reviewer']],
    ['/checkpoint before the rewrite', ['checkpoint', 'create', '--', 'before the rewrite']],
    ['/checkpoint restore x', ['checkpoint', 'restore', 'x']],
    ['/compact --dry-run', ['compact', '--dry-run']],
    ['/feedback reject too long', ['feedback', 'reject', '--note', 'too long']],
    ['/stats', ['stats']],
  ])('%s runs what the command line runs', async (line, argv) => {
    expect(await argvOf(line)).toEqual(argv)
  })

  it('takes the plans of the chat where none is named', async () => {
    expect(await argvOf('/explain', ['a', 'b', 'c'])).toEqual(['explain', 'c'])
    expect(await argvOf('/diff', ['a', 'b', 'c'])).toEqual(['diff', 'b', 'c'])
    expect(await argvOf('/diff x', ['a', 'b', 'c'])).toEqual(['diff', 'x'])
    await expect(async () => argvOf('/diff', ['a'])).rejects.toThrow('not two plans yet')
  })

  it('says how it is called where it is called wrongly', async () => {
    for (const line of ['/generate', '/generate many', '/generate 99', '/edit k3x9', '/feedback maybe'])
      await expect(async () => argvOf(line)).rejects.toMatchObject({ code: 'usage' })
  })

  it('that does not exist is answered with the nearest', () => {
    expect(() => findCommand('exlain')).toThrow('Did you mean /explain?')
    expect(() => findCommand('constructor')).toThrow('There is no command /constructor.')
  })

  it('has a name of its own, and stands in the help', () => {
    const names = chatCommands.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const help = helpLines(undefined, pc.createColors(false), 79)
    for (const name of names) expect(help.some((line) => line.startsWith(`/${name}`))).toBe(true)
    for (const line of help) expect(widthOf(line)).toBeLessThanOrEqual(79)
    expect(helpLines('/fork', pc.createColors(false), 79)[0]).toBe('/fork [name]')
  })
})

describe('completion', () => {
  const values: ChatHooks['values'] = async (kind, typed) => [{ value: `${kind}:${typed}` }]
  const complete = completeSaid(values)
  const at = (text: string) => complete(text, text.length)

  it('knows commands, what they take, and paths', async () => {
    expect((await at('/che')).choices.map(({ value }) => value)).toEqual(['/checkout', '/checkpoint'])
    expect(await at('/explain 3f')).toEqual({ from: 9, choices: [{ value: 'plan:3f' }] })
    expect(await at('/diff a b')).toEqual({ from: 8, choices: [{ value: 'plan:b' }] })
    expect((await at('/siblings n')).choices).toEqual([{ value: 'next' }])
    expect((await at('plain words')).choices).toEqual([])
    expect((await at('/quit x')).choices).toEqual([])
  })

  it('offers what is read as a mention, in quotes where that is needed', async () => {
    const paths = ['src/a.ts', 'src/my notes.md', 'src/no "way" here.md']
    const mentions = completeSaid(async (_, typed) =>
      paths.filter((path) => path.startsWith(typed)).map((value) => ({ value })),
    )
    const choices = [{ value: '@/src/a.ts' }, { value: '@"/src/my notes.md"' }]
    expect(await mentions('look at @src', 12)).toEqual({ from: 8, choices })
    expect(await mentions('(@/src/a', 8)).toEqual({ from: 1, choices: choices.slice(0, 1) })
    expect(await mentions('@"/src/my no', 12)).toEqual({ from: 0, choices: choices.slice(1) })
    expect((await mentions('@g', 2)).choices.map(({ value }) => value)).toEqual(['@git-changes'])
    expect((await mentions('me@src', 6)).choices).toEqual([])
    for (const { value } of choices) expect(findMentions(`see ${value} now`)).toHaveLength(1)
  })

  it('has nothing to offer where looking up fails', async () => {
    const failing = completeSaid(async () => {
      throw new Error('no store')
    })
    expect((await failing('@a', 2)).choices).toEqual([])
  })
})
