import { spawnSync } from 'node:child_process'

/** What a finished program left behind. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in a folder to its end, at most two minutes, without standard input. */
export function runIn(folder: string, program: string, ...args: readonly string[]): Finished {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', npm_config_loglevel: 'error' },
  })
  return { code: status, stdout: stdout ?? '', stderr: `${stderr ?? ''}${error ? error.message : ''}` }
}

/** One line for a person: the exit code and the end of what was said. */
export function describe({ code, stdout, stderr }: Finished): string {
  const said = `${stdout.trim()}\n${stderr.trim()}`.trim()
  return `exit code ${code}\n${said.slice(-2000)}`
}
