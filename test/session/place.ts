import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openWorkspace, type Workspace } from '../../src/config/open.ts'
import type { Environment } from '../../src/config/user-files.ts'
import type { LoopbackProvider, Reply, Script } from '../../src/testing/provider/reply.ts'
import { startProvider } from '../../src/testing/provider/start-provider.ts'
import { type Shell, shell } from '../cli/harness.ts'

/** A workspace in a folder of its own, with models at a loopback provider that the user's settings name. */
export interface Place extends Shell {
  readonly env: Environment
  readonly provider: LoopbackProvider
  open(): Promise<Workspace>
}

/** A model for each wire format. */
export const models: readonly [string, string, string] = ['messages:m', 'chat:m', 'responses:m']

/** So small that history is cut after a few turns with long results. */
const window = 24_000

/** Makes one. */
export async function makePlace(script: Script): Promise<Place> {
  const provider = await startProvider({ script, count: (text) => Math.ceil(text.length / 3.4) })
  const made = await shell()
  const env = { HOME: made.folder, XDG_CONFIG_HOME: join(made.folder, 'xdg'), PATH: process.env.PATH }
  const baseUrl = `${provider.url}/v1`
  await mkdir(join(env.XDG_CONFIG_HOME, 'heddle'), { recursive: true })
  await writeFile(
    join(env.XDG_CONFIG_HOME, 'heddle', 'config.json'),
    JSON.stringify({
      providers: {
        messages: { api: 'anthropic', baseUrl },
        chat: { api: 'chat-completions', baseUrl },
        responses: { api: 'responses', baseUrl },
      },
      models: Object.fromEntries(models.map((model) => [model, { window }])),
      model: models[0],
    }),
  )
  await writeFile(join(made.folder, 'notes.md'), 'A loom has a heddle.\n'.repeat(40))
  const { code, err } = await made.heddle(['init'])
  if (code !== 0) throw new Error(err)
  return {
    ...made,
    env,
    provider,
    open: () => openWorkspace({ cwd: made.folder, named: undefined, now: Date.now, env }),
    remove: async () => {
      await provider.close()
      await made.remove()
    },
  }
}

/** What a file that was written whole ends with. */
export const lastLine = '// the last line'

/**
 * Answers each turn, which is known by what the person said last, with the same steps: three tools that only read at once; a new file and a
 * change of it; a result too long to be sent whole; a text that comes in many pieces. A turn that goes on gets the next step.
 */
export function turnScript(): Script {
  const steps = new Map<string, number>()
  return ({ messages }) => {
    const said = messages.findLast(({ role }) => role === 'user')?.text ?? ''
    const step = steps.get(said) ?? 0
    steps.set(said, step + 1)
    return stepOf(step, steps.size)
  }
}

function stepOf(step: number, turn: number): Reply {
  const path = `out/${turn}.ts`
  const tool = (name: string, input: { readonly [key: string]: string }) =>
    ({ kind: 'tool-call', name, input }) as const
  switch (step) {
    case 0:
      return {
        kind: 'answer',
        parts: [
          { kind: 'text', text: 'I look around first, at the notes, the list and what is said of looms.' },
          tool('read_file', { path: 'notes.md' }),
          tool('list_files', {}),
          tool('search', { pattern: 'loom' }),
        ],
        between: 1,
      }
    case 1:
      return {
        kind: 'answer',
        parts: [
          tool('write_file', { path, content: `const turn = ${turn}\n${'// more\n'.repeat(500)}${lastLine}\n` }),
          tool('replace_in_file', { path, old_text: `const turn = ${turn}`, new_text: 'const changed = true' }),
        ],
      }
    case 2:
      return { kind: 'answer', parts: [tool('run_command', { command: 'seq 1 9000' })] }
    default:
      return {
        kind: 'answer',
        parts: [{ kind: 'text', text: 'It is done, and all of it is there. '.repeat(12) }],
        between: 2,
      }
  }
}
