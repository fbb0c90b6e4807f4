import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { keepEnds, type Output } from './output.ts'

/** Why we ended a command. `background`: it had ended itself, and something that it left running was ended. */
export type Ended = 'timeout' | 'too-much-output' | 'aborted' | 'background'

/** What a command came to. */
export interface ShellEnd {
  readonly output: Output
  /** Null where a signal ended it. */
  readonly exitCode: number | null
  readonly exitSignal: string | null
  readonly ended: Ended | null
}

/** How a command is run. Times in milliseconds. */
export interface ShellRun {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly timeout: number
  readonly signal: AbortSignal
}

/** So many bytes are kept of the beginning and of the end, … */
const kept = 100_000
/** … and so many may be printed. */
const mostPrinted = 64 * 1024 * 1024
/** Between asking a group of processes to end and ending it. */
const grace = 1000
const step = 25
/** What a command left running in the background may print for so long. */
const afterglow = 250

/**
 * Runs a command in a shell and a group of processes of its own, with nothing to read. Both outputs come as one, in
 * their order. When it takes too long, prints too much or is aborted, the whole group is ended, and so is what it leaves
 * running. Rejects where no shell can be started.
 */
export async function runShell(command: string, { folder, environment, timeout, signal }: ShellRun): Promise<ShellEnd> {
  const child = start(command, folder, environment)
  const keeper = keepEnds(kept)
  const { promise, resolve, reject } = Promise.withResolvers<ShellEnd>()
  let ended: Ended | null = null
  let isClosed = false
  let killing: NodeJS.Timeout | undefined
  let left: NodeJS.Timeout | undefined
  const release = (): void => {
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
  const end = (why: Ended): void => {
    if (ended !== null || isClosed) return
    ended = why
    killGroup(child, 'SIGTERM')
    killing = setTimeout(() => {
      killGroup(child, 'SIGKILL')
      release()
    }, grace)
  }
  const abort = (): void => end('aborted')
  const timer = setTimeout(() => end('timeout'), timeout)
  // Should this process end at once, as with a second Ctrl-C, nothing is left running.
  const atExit = (): void => void killGroup(child, 'SIGKILL')
  process.once('exit', atExit)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const take = (chunk: Buffer): void => {
    if (keeper.add(chunk) > mostPrinted) end('too-much-output')
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  child.on('error', reject)
  child.on('exit', () => {
    left = setTimeout(() => setImmediate(end, 'background'), afterglow)
  })
  child.on('close', (exitCode, exitSignal) => {
    isClosed = true
    resolve({ output: keeper.output(), exitCode, exitSignal, ended })
  })
  try {
    const closed = await promise
    if (closed.ended === null) return (await endLeft(child)) ? { ...closed, ended: 'background' } : closed
    killGroup(child, 'SIGKILL')
    return closed
  } finally {
    process.off('exit', atExit)
    signal.removeEventListener('abort', abort)
    for (const each of [timer, killing, left]) clearTimeout(each)
  }
}

const windows = process.platform === 'win32'

function start(command: string, cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  const options = { cwd, env, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] } as const
  if (windows) return spawn(command, { ...options, stdio: [...options.stdio], shell: true })
  const joined = 'exec /bin/sh -c "$1" 2>&1'
  return spawn('/bin/sh', ['-c', joined, 'sh', command], { ...options, stdio: [...options.stdio], detached: true })
}

/** Ends what is left of a group whose first process is gone; whether there was anything. */
async function endLeft(child: ChildProcess): Promise<boolean> {
  if (windows || !killGroup(child, 'SIGTERM')) return false
  for (let waited = 0; waited < grace; waited += step) {
    await wait(step)
    if (!killGroup(child, 0)) return true
  }
  killGroup(child, 'SIGKILL')
  return true
}

/** Whether there was anything to be sent a signal. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false
  if (windows) {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on('error', () => {})
    return true
  }
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}
