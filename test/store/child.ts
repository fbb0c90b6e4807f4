import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const store = new URL('../../src/stores/sqlite/sqlite-store.ts', import.meta.url).href
const measure = new URL('../../src/core/content/measure.ts', import.meta.url).href

/** A process that is running. */
export interface Child {
  /** What it has printed so far, line by line; an unfinished line is not among them. */
  lines(): string[]
  readonly ended: Promise<number | string | null>
  kill(): void
}

/** Runs a script in a process of its own, with `sqliteStore` and `characters` at hand, and `given` as JSON. */
export function child(script: string, given: unknown): Child {
  const whole = `
    import { writeSync } from 'node:fs'
    import { sqliteStore } from ${JSON.stringify(store)}
    import { characters } from ${JSON.stringify(measure)}
    const given = ${JSON.stringify(given)}
    const print = (line) => writeSync(1, line + '\\n')
    ${script}`
  const started: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', whole], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'heddle-compile-cache') },
  })
  let out = ''
  started.stdout?.on('data', (data) => {
    out += String(data)
  })
  return {
    lines: () => out.split('\n').slice(0, -1),
    ended: new Promise((resolve) => started.once('close', (code, signal) => resolve(signal ?? code))),
    kill: () => void started.kill('SIGKILL'),
  }
}
