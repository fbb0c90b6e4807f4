import { stat } from 'node:fs/promises'
import { z } from 'zod'
import type { ResultContent } from '../../core/content/part.ts'
import { absoluteOf, placeOf } from '../files/disk/place.ts'
import { makeTool } from '../make-tool.ts'
import { ToolRefused } from '../refusal.ts'
import type { Tool, ToolOutcome } from '../tool.ts'
import { commandEnvironment } from './environment.ts'
import type { Output } from './output.ts'
import { type Ended, runShell, type ShellEnd } from './run-shell.ts'

const shape = {
  command: z.string().min(1).describe('For sh'),
  timeout_seconds: z.int().min(1).max(600).optional().describe('Default 120'),
  folder: z.string().optional().describe('Where it runs, relative to the root of the workspace; default: there'),
}

/** Where commands are run, and with which environment; what looks like a key is left out of it. */
export interface CommandToolOptions {
  readonly root: string
  readonly environment: NodeJS.ProcessEnv
}

const defaultSeconds = 120

/** `run_command`: a command in the shell. It may do whatever its user may; it only begins in the root. */
export function commandTool({ root, environment }: CommandToolOptions): Tool {
  return makeTool(shape, {
    name: 'run_command',
    about:
      'Runs a command in the shell, without input, and gives what it prints and its exit code. It is ended after timeout_seconds, and what it leaves running in the background with it. Of long output the first and the last 100 kB are kept.',
    permission: 'ask',
    readsOnly: false,
    describe: ({ command, folder, timeout_seconds }) =>
      `Run${folder ? ` in ${folder}` : ''}${timeout_seconds ? ` for up to ${timeout_seconds} s` : ''}: ${command}`,
    async run({ command, folder = '', timeout_seconds: seconds = defaultSeconds }, { signal }) {
      if (command.includes('\0')) throw new ToolRefused('The command has a NUL in it, and was not run.')
      const cwd = await folderAt(root, folder)
      const environmentOf = commandEnvironment(environment)
      const end = await runShell(command, { folder: cwd, environment: environmentOf, timeout: seconds * 1000, signal })
      if (end.ended === 'aborted') signal.throwIfAborted()
      return outcomeOf(end, seconds)
    },
  })
}

async function folderAt(root: string, written: string): Promise<string> {
  const folder = absoluteOf(await placeOf(root, written))
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new ToolRefused(`${written} is no folder of the workspace. Nothing was run.`)
  return folder
}

function outcomeOf(end: ShellEnd, seconds: number): ToolOutcome {
  const printed = textOf(end.output)
  const status: ResultContent = { kind: 'text', text: `[${statusOf(end, seconds)}]` }
  const isKilled = end.exitCode === null || (end.ended !== null && end.ended !== 'background')
  return {
    content: printed === '' ? [status] : [{ kind: 'text', text: printed }, status],
    isError: isKilled,
    exitCode: isKilled ? null : end.exitCode,
  }
}

function textOf({ head, tail, dropped }: Output): string {
  return dropped === 0 ? head : `${head}\n[… ${dropped} bytes left out …]\n${tail}`
}

function statusOf({ exitCode, exitSignal, ended }: ShellEnd, seconds: number): string {
  const code = exitCode === null ? `ended by ${exitSignal}` : `exit code ${exitCode}`
  return ended === null ? code : `${code}; ${reasons[ended](seconds)}`
}

const reasons: { readonly [ended in Ended]: (seconds: number) => string } = {
  timeout: (seconds) => `it was ended after ${seconds} seconds: give it more time, or run less`,
  'too-much-output': () => 'it was ended because it printed more than 64 MB: let it print less',
  aborted: () => 'it was stopped',
  background: () => 'what it left running in the background was ended',
}
