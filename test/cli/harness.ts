import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Io } from '../../src/cli/io.ts'
import { run } from '../../src/cli/run.ts'

/** What a command line gave. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** How a command line is run, where that is not as usual. */
export interface Surroundings {
  readonly stdin?: string | Uint8Array
  /** What a person types when they are asked. */
  readonly answer?: string
  readonly env?: { readonly [name: string]: string }
  readonly terminal?: boolean
  readonly columns?: number
  readonly cwd?: string
}

/** A folder of its own, and `heddle` in it. */
export interface Shell {
  readonly folder: string
  heddle(line: readonly string[], surroundings?: Surroundings): Promise<Outcome>
  remove(): Promise<void>
}

/** Makes a shell in an empty folder, with a clock that goes on a second each time it is read. */
export async function shell(): Promise<Shell> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-cli-'))
  let time = Date.parse('2025-03-09T14:00:00')
  return {
    folder,
    async heddle(line, { stdin, answer, env = {}, terminal = false, columns, cwd = folder } = {}) {
      const out: string[] = []
      const err: string[] = []
      const output = (lines: string[]): Io['stdout'] => ({
        write: (text) => void lines.push(text),
        drained: async () => {},
        terminal,
        columns,
      })
      const code = await run(line, {
        stdout: output(out),
        stderr: output(err),
        stdin: {
          terminal: stdin === undefined || answer !== undefined,
          read: async () => Buffer.from(stdin ?? ''),
          line: async () => answer ?? '',
        },
        env: { HOME: folder, XDG_CONFIG_HOME: join(folder, 'xdg'), ...env },
        cwd,
        now: () => {
          time += 1000
          return time
        },
        signal: new AbortController().signal,
      })
      return { code, out: out.join(''), err: err.join('') }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
