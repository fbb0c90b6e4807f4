import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/config/user-files.ts'
import type { Moment } from './moment.ts'

/** Which turns a process makes, and when it is killed. */
export interface Task {
  readonly folder: string
  /** The id. */
  readonly conversation: string
  /** The name. */
  readonly branch: string
  readonly model: string
  readonly turns: number
  /** What each message begins with. */
  readonly said: string
  /** Null: it ends by itself. */
  readonly moment: Moment | null
}

/** A process that makes turns. */
export interface Turns {
  /** What it has printed so far, line by line; an unfinished line is not among them. */
  lines(): readonly string[]
  /** How it ended: its exit code, or the signal. */
  readonly ended: Promise<number | string | null>
  kill(): void
}

/** Makes turns in a process of its own. */
export function makeTurns(task: Task, env: Environment): Turns {
  const started = spawn(
    process.execPath,
    [fileURLToPath(new URL('./make-turns.ts', import.meta.url)), JSON.stringify(task)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...env, NODE_COMPILE_CACHE: join(tmpdir(), 'heddle-compile-cache') },
    },
  )
  let out = ''
  let timer: NodeJS.Timeout | undefined
  const lines = (): readonly string[] => out.split('\n').slice(0, -1)
  started.stdout.on('data', (data) => {
    out += String(data)
    const { moment } = task
    if (moment?.kind === 'time' && lines().length >= moment.at)
      timer ??= setTimeout(() => started.kill('SIGKILL'), moment.milliseconds)
  })
  return {
    lines,
    ended: new Promise((resolve) =>
      started.once('close', (code, signal) => {
        clearTimeout(timer)
        resolve(signal ?? code)
      }),
    ),
    kill: () => void started.kill('SIGKILL'),
  }
}
