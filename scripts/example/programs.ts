import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { ToolOutput } from './file-tools.ts'
import { scrub, testReport } from './scrub.ts'

/** The copy in which the story happens, and the repository whose programs are run in it. */
export interface Places {
  readonly copy: string
  readonly repository: string
}

/** Runs the tests below a path, one file after the other, so that they are always told in the same order. */
export function runTests(places: Places, { path, verbose = false }: { path: string; verbose?: boolean }): ToolOutput {
  const reporter = `--reporter=${verbose ? 'verbose' : 'default'}`
  const { printed, errors, isError } = run(places, 'vitest/vitest.mjs', [
    ...['run', path, reporter, '--no-cache', '--no-file-parallelism'],
  ])
  return { text: testReport(printed, errors), isError }
}

/** Runs the type checker over a project. */
export function checkTypes(places: Places, { project }: { project: string }): ToolOutput {
  const { printed, errors, isError } = run(places, 'typescript/bin/tsc', ['-p', project, '--pretty', 'false'])
  const text = `${printed}\n${errors}`.trim()
  return { text: text === '' ? 'No errors.' : text, isError }
}

interface Run {
  readonly printed: string
  readonly errors: string
  readonly isError: boolean
}

function run({ copy, repository }: Places, program: string, args: readonly string[]): Run {
  const { stdout, stderr, status, error } = spawnSync(
    process.execPath,
    [join(repository, 'node_modules', program), ...args],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } },
  )
  if (error) throw error
  const folders = [copy, repository]
  return { printed: scrub(stdout, folders), errors: scrub(stderr, folders), isError: status !== 0 }
}
