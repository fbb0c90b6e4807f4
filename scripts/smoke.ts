import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { describe, runIn } from './smoke/command.ts'
import { type Step, stepsOf } from './smoke/installed.ts'

/** Packs the package, installs the tarball into an empty folder and uses it there as a person would. */
function smoke(folder: string): number {
  const tally = { passed: 0, failed: 0 }
  const packageName = z.object({ name: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8'))).name
  if (perform(installStep(folder), tally)) {
    for (const step of stepsOf(join(folder, 'installed'), packageName)) perform(step, tally)
  }
  console.log(`smoke: ${tally.passed} passed, ${tally.failed} failed`)
  return tally.failed > 0 ? 1 : 0
}

function installStep(folder: string): Step {
  return {
    name: 'npm pack, npm install TARBALL',
    run: () => {
      const packed = runIn('.', 'npm', 'pack', '--pack-destination', folder)
      const tarball = packed.stdout.match(/\S+[.]tgz/g)?.at(-1)
      if (packed.code !== 0 || tarball === undefined) return describe(packed)
      const empty = join(folder, 'installed')
      mkdirSync(empty)
      writeFileSync(join(empty, 'package.json'), '{ "private": true }\n')
      const installed = runIn(empty, 'npm', 'install', '--prefer-offline', '--no-audit', join(folder, tarball))
      return installed.code === 0 ? undefined : describe(installed)
    },
  }
}

function perform(step: Step, tally: { passed: number; failed: number }): boolean {
  if (step.skip !== undefined) {
    console.log(`skipped  ${step.name}: ${step.skip}`)
    return true
  }
  const wrong = step.run()
  console.log(`${wrong === undefined ? 'ok      ' : 'FAILED  '} ${step.name}`)
  if (wrong === undefined) tally.passed++
  else {
    tally.failed++
    console.log(wrong.replace(/^/gm, '  '))
  }
  return wrong === undefined
}

const folder = mkdtempSync(join(tmpdir(), 'heddle-smoke-'))
try {
  process.exitCode = smoke(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
