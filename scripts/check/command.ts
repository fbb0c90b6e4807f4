import { spawn } from 'node:child_process'

/** What a command said and whether it went well. */
export interface Outcome {
  readonly ok: boolean
  /** What a person needs to see when it did not go well. */
  readonly details: string
}

/** Runs a program of this repository from its root, without standard input. Never throws: a program that cannot start has failed. */
export function run(program: string, ...args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', (error) => resolve({ ok: false, details: `${program} does not start: ${error.message}` }))
    child.on('close', (code) => resolve({ ok: code === 0, details: `${out}${err}`.trim() }))
  })
}

/** One after the other, up to the first that fails. */
export async function inTurn(...steps: readonly (() => Promise<Outcome>)[]): Promise<Outcome> {
  for (const step of steps) {
    const outcome = await step()
    if (!outcome.ok) return outcome
  }
  return found([])
}

/** Failed with these findings, or fine if there are none. */
export function found(findings: readonly string[]): Outcome {
  return { ok: findings.length === 0, details: findings.join('\n') }
}
