import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a program took: its whole process with all threads, and the processes that it waited for. */
export interface Cost {
  readonly wallMs: number
  readonly cpuMs: number
  /** The most memory that the process held at once, its resident set. */
  readonly peakMegabytes: number
}

/** How a program that was measured ended, and what it wrote on both outputs. */
export type Outcome =
  | { readonly kind: 'done'; readonly cost: Cost; readonly said: string }
  | { readonly kind: 'failed'; readonly said: string }

/** A program of Node: its file and arguments, and what is set in its environment. */
export interface Program {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * The measured process reads its own figures when it ends, as nothing outside it can without another program. In plain
 * JavaScript, so that it costs the process nothing worth mentioning. Where there is a /proc, the time of processes that
 * it waited for counts, too.
 */
const probe = `const { isMainThread } = require('node:worker_threads')
if (isMainThread) {
  process.on('exit', () => {
    const { readFileSync, writeFileSync } = require('node:fs')
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    let ticks = 0
    try {
      const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
      ticks = Number(fields[13]) + Number(fields[14])
    } catch {}
    const cpuMs = (userCPUTime + systemCPUTime) / 1000 + ticks * 10
    writeFileSync(process.env.HEDDLE_BENCH_COST, JSON.stringify({ cpuMs, peakMegabytes: (maxRSS * 1024) / 1e6 }))
  })
}
`

/** Runs a program to its end in a folder, which also holds the figures while they are handed over. */
export async function runMeasured(folder: string, { args, env }: Program): Promise<Outcome> {
  const probeFile = join(folder, 'probe.cjs')
  const costFile = join(folder, 'cost.json')
  writeFileSync(probeFile, probe)
  rmSync(costFile, { force: true })
  const before = performance.now()
  const child = spawn(process.execPath, ['--require', probeFile, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...env, HEDDLE_BENCH_COST: costFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done))
  const wallMs = performance.now() - before
  if (code !== 0) return { kind: 'failed', said: `exit code ${code}\n${said}` }
  const own = JSON.parse(readFileSync(costFile, 'utf8')) as Omit<Cost, 'wallMs'>
  return { kind: 'done', cost: { wallMs, ...own }, said }
}
