import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const script = readFileSync(join(resolve(import.meta.dirname, '..'), manifest.bin.heddle), 'utf8')

/** Runs the published command as if under this version of Node, which must be one that it refuses. */
function runUnder(version: string): { readonly said: string[]; readonly exitCode: number | undefined } {
  const said: string[] = []
  const process: { versions: { node: string }; exitCode?: number } = { versions: { node: version } }
  runInNewContext(script.replace(/^#!.*/, ''), { process, console: { error: (line: string) => said.push(line) } })
  return { said, exitCode: process.exitCode }
}

it.each(['12.22.12', '20.20.2', '23.11.0'])(
  'refuses Node %s in one line that says what to do, and exits with 1',
  (version) => {
    const { said, exitCode } = runUnder(version)
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/^heddle needs Node \d+ .*nodejs\.org$/)
    expect(said[0]).toContain(version)
    expect(exitCode).toBe(1)
  },
)

it('asks for the version that the manifest asks for', () => {
  expect(manifest.engines.node).toBe(`>=${/needs Node (\d+)/.exec(runUnder('0.12.0').said[0] ?? '')?.[1]}`)
})

it('parses as a script, as Node before 12 reads it', () => {
  expect(script).not.toMatch(/^(import|export)\s|\?\.|\?\?|\basync\b/m)
})
