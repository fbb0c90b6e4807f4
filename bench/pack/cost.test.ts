import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Cost, runMeasured } from './cost.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function costOf(code: string): Promise<Cost> {
  const program = join(folder, 'program.cjs')
  writeFileSync(program, code)
  const outcome = await runMeasured(folder, { args: [program], env: {} })
  if (outcome.kind === 'failed') throw new Error(outcome.said)
  return outcome.cost
}

const busy = 'const end = process.cpuUsage().user + 100_000; while (process.cpuUsage().user < end) {}'

describe('runMeasured', { timeout: 60_000 }, () => {
  it('counts the time of the process, and the memory it held', async () => {
    const cost = await costOf(`${busy}; Buffer.alloc(300_000_000, 1)`)
    expect(cost.cpuMs).toBeGreaterThan(100)
    expect(cost.wallMs).toBeGreaterThan(100)
    expect(cost.peakMegabytes).toBeGreaterThan(300)
  })

  it('counts threads, also those that ended before', async () => {
    const idle = await costOf('')
    const threads = await costOf(`const { Worker } = require('node:worker_threads')
new Worker(${JSON.stringify(busy)}, { eval: true }).on('exit', () => process.exit())`)
    expect(threads.cpuMs - idle.cpuMs).toBeGreaterThan(50)
  })

  it('tells what was said, with variables of the environment, and that a program failed', async () => {
    const program = join(folder, 'program.cjs')
    writeFileSync(program, `console.log(process.env.SAID); console.error('and this'); process.exit(process.argv[2])`)
    const run = (code: string): ReturnType<typeof runMeasured> =>
      runMeasured(folder, { args: [program, code], env: { SAID: 'this' } })
    expect(await run('0')).toMatchObject({ kind: 'done', said: expect.stringMatching(/this\n.*and this/s) })
    expect(await run('3')).toEqual({ kind: 'failed', said: expect.stringContaining('exit code 3') })
  })
})
