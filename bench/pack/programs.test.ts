import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { clearCaches, modes, type ProgramName, programOf } from './programs.ts'

const build = { heddle: '/b/heddle.js', repomix: '/b/repomix.cjs', floor: '/b/floor.js', measureUrl: 'file:///b/m.js' }

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('scans in the same modes, and compresses in the same modes', () => {
  const folder = temporaryFolder()
  const args = (name: ProgramName): string[] =>
    modes.map((mode) => programOf(name, mode, { build, folder, tree: 'tree' }).args.join(' '))
  const having = (name: ProgramName, option: string): boolean[] => args(name).map((each) => each.includes(option))
  expect(having('heddle', '--no-secrets')).toEqual(having('repomix', '--no-security-check'))
  expect(having('heddle', '--compress')).toEqual(having('repomix', '--compress'))
})

it('clears what was kept about files, and keeps what was made of the vocabulary', () => {
  const folder = temporaryFolder()
  const { XDG_CACHE_HOME = '', REPOMIX_TOKEN_CACHE_PATH = '' } = programOf('heddle', 'plain', {
    build,
    folder,
    tree: 'tree',
  }).env
  const counts = join(XDG_CACHE_HOME, 'heddle', 'counts', 'a')
  const vocabulary = join(XDG_CACHE_HOME, 'heddle', 'vocabularies', 'o200k')
  const seen = join(dirname(REPOMIX_TOKEN_CACHE_PATH), 'seen', 'a')
  clearCaches(folder)
  for (const file of [counts, vocabulary, REPOMIX_TOKEN_CACHE_PATH, seen]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
  }
  clearCaches(folder)
  expect([counts, vocabulary, REPOMIX_TOKEN_CACHE_PATH, seen].map(existsSync)).toEqual([false, true, false, false])
})
