import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { gitEnvironment, harmless } from './environment.ts'
import { GitFailed, GitOutputTooLarge, NoGit, NotARepository } from './errors.ts'
import { presentable } from './redact.ts'

export interface GitOptions {
  /** Stops git; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** The most that git may write to its standard output, in bytes. Default 256 MiB. */
  readonly maxBytes?: number
  readonly stdin?: string | Uint8Array
  /** Protocols that git may speak. Default none: nothing is fetched. */
  readonly protocols?: readonly string[]
  /** Arguments of git itself, before the command: `-c` and the like. */
  readonly settings?: readonly string[]
  /** More variables; they overrule all others. */
  readonly environment?: NodeJS.ProcessEnv
  /** Is handed what git writes to its standard error, as it comes. */
  readonly onStderr?: (text: string) => void
}

export interface GitOutput {
  readonly code: number
  readonly stdout: Buffer
  /** The end of it, fit for a message: without credentials of addresses and control characters. */
  readonly stderr: string
}

const maxStderr = 65_536

/**
 * Runs a command of the installed git in a folder, without a shell, in an environment of its own, and with settings
 * that keep a repository's configuration from running programs. A failing exit code is returned. Throws `NoGit`,
 * `NotARepository` where the folder is not there, `GitOutputTooLarge`, or the signal's reason.
 */
export async function runGit(cwd: string, command: readonly string[], options: GitOptions = {}): Promise<GitOutput> {
  const { signal, maxBytes = 256 * 1024 * 1024, stdin, onStderr } = options
  signal?.throwIfAborted()
  const child = start(cwd, command, options)
  const { promise, resolve, reject } = Promise.withResolvers<GitOutput>()
  const chunks: Buffer[] = []
  let length = 0
  let stderr = ''
  let stopped: { readonly reason: unknown } | undefined
  const stop = (reason: unknown): void => {
    stopped ??= { reason }
    child.kill()
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const abort = (): void => stop(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })

  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBytes) stop(new GitOutputTooLarge(command[0] ?? '', maxBytes))
    else chunks.push(chunk)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxStderr)
    onStderr?.(text)
  })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  child.on('error', (error) => stop(whyNotStarted(error, cwd)))
  child.on('close', (code) => {
    signal?.removeEventListener('abort', abort)
    if (stopped) reject(stopped.reason)
    else resolve({ code: code ?? -1, stdout: Buffer.concat(chunks, length), stderr: presentable(stderr) })
  })
  return promise
}

function start(cwd: string, command: readonly string[], options: GitOptions): ChildProcessWithoutNullStreams {
  const { protocols = [], settings = [], environment } = options
  try {
    return spawn('git', ['--no-pager', ...harmless, ...settings, ...command], {
      cwd,
      env: { ...gitEnvironment(process.env, protocols), ...environment },
      stdio: 'pipe',
      windowsHide: true,
    })
  } catch (error) {
    throw whyNotStarted(error, cwd)
  }
}

function whyNotStarted(error: unknown, cwd: string): unknown {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return new NotARepository(cwd)
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? new NoGit(error) : error
}

/**
 * What git writes to its standard output, where it succeeds. Throws `GitFailed` where it does not, else as `runGit`.
 */
export async function gitText(cwd: string, command: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await runGit(cwd, command, options)
  if (code !== 0) throw new GitFailed(command[0] ?? '', code, stderr)
  return stdout.toString('utf8')
}
