import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const impure: readonly string[] = [
  'Date.now()',
  'new Date()',
  'Math.random()',
  "Math['random']()",
  'performance.now()',
  'crypto.randomUUID()',
  'process.env',
  'console.log',
  'setTimeout',
  'globalThis.setTimeout',
]

const root = resolve(import.meta.dirname, '../..')
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-lint-'))
  mkdirSync(join(folder, 'scripts/check'), { recursive: true })
  for (const name of ['biome.json', '.gitignore', 'scripts/check/no-random.grit'])
    cpSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The lint's exit code for a file with these lines. */
function lint(path: string, lines: readonly string[]): { readonly code: number | null; readonly said: string } {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), `${lines.join('\n')}\n`)
  const done = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', path], { cwd: folder, encoding: 'utf8' })
  return { code: done.status, said: done.stdout + done.stderr }
}

describe.each(['src/core', 'src/history', 'src/retrieval'])('in %s the lint', (pure) => {
  it.each(impure)('refuses %s', (expression) => {
    const { code, said } = lint(`${pure}/probe.ts`, [`export const probe: unknown = ${expression}`])
    expect(said).toMatch(/noRestrictedGlobals|no clock and no randomness/)
    expect(code).toBe(1)
  })

  it('refuses a module of Node', () => {
    const { said } = lint(`${pure}/probe.ts`, [
      "import { join } from 'node:path'",
      'export const probe: unknown = join',
    ])
    expect(said).toContain('noNodejsModules')
  })

  it('accepts the rest of Math', () => {
    expect(lint(`${pure}/probe.ts`, ['export const probe: number = Math.max(1, 2)']).code).toBe(0)
  })
})

it('leaves the clock to the other folders', () => {
  expect(lint('src/session/probe.ts', ['export const probe: number = Date.now()']).code).toBe(0)
})
