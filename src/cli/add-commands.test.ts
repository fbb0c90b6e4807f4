import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { calledCommand, commandEntries } from './add-commands.ts'
import type { Context } from './context.ts'

describe('the table of commands', () => {
  it('names what each entry adds, and nothing twice', async () => {
    const context = { io: { env: {} } } as unknown as Context
    for (const { names, load } of commandEntries) {
      const program = new Command()
      ;(await load(async () => 0))(program, context)
      expect(program.commands.flatMap((command) => [command.name(), ...command.aliases()])).toEqual(names)
    }
    const all = commandEntries.flatMap(({ names }) => names)
    expect(new Set(all).size).toBe(all.length)
  })

  it.each([
    [['pack', 'src'], 'pack'],
    [['--json', '--workspace', 'plan', 'ls'], 'ls'],
    [['--workspace=plan', 'ls'], 'ls'],
    [['--help'], undefined],
    [[], undefined],
  ])('is asked for what %j calls', (argv, called) => {
    expect(calledCommand(argv)).toBe(called)
  })
})
