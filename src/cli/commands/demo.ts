import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { HeddleError } from '../../core/errors.ts'
import { addCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-code.ts'
import type { Io } from '../io.ts'

/** Runs one command line; what `run` is. */
export type RunCommand = (argv: readonly string[], io: Io) => Promise<number>

const example = fileURLToPath(new URL('examples/coding-session.json', import.meta.resolve('heddle/package.json')))

/** The budget of the demonstration: a fraction of what the example holds. */
const budget = '12000'

/** `heddle demo`: imports the shipped example into a throw-away workspace, plans its next call and explains the plan. */
export function addDemo(run: RunCommand): (program: Command, context: Context) => void {
  return (program, context) => {
    addCommand(program, 'demo', 'import the shipped example into a throw-away workspace and plan its next call', [
      'demo',
      'demo --json',
    ]).action(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'heddle-demo-'))
      let said = ''
      const write = (text: string): void => {
        said += text
      }
      const silent = { terminal: false, columns: undefined, write, drained: async () => {} }
      const quiet: Io = { ...context.io, cwd: folder, stdout: silent, stderr: silent }
      try {
        for (const argv of [['init'], ['import', example]])
          if ((await run(argv, quiet)) !== exitCodes.ok)
            throw new HeddleError('demo-failed', `heddle ${argv.join(' ')} failed: ${said.trim()}`)
        context.tell(
          context.errorStyle.dim(
            `The example, a recorded coding session, and its next call under a budget of ${budget}:`,
          ),
        )
        const flags = context.json ? ['--json'] : []
        context.endWith(
          await run(['plan', '--budget', budget, '--model', 'openai:gpt-5', ...flags], { ...context.io, cwd: folder }),
        )
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }
}
