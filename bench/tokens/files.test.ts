import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { comparedFiles } from './files.ts'
import { longestRun } from './text-files.ts'

it('counts the same files with both in each encoding, and those with long runs with ours alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a.txt'), '\ufeffOn a loom, <|endoftext|> is text.')
  writeFileSync(join(folder, 'b.txt'), 'a'.repeat(longestRun))
  const { rows, checks } = await comparedFiles(folder, () => {})
  expect(
    rows.map(({ encoding, files, withMark, differences, withSpace }) => [
      encoding,
      files,
      withMark,
      differences,
      withSpace,
    ]),
  ).toEqual([
    ['o200k_base', 1, 1, 1, 1],
    ['o200k_base', 1, 1, 1, 1],
    ['o200k_base', 1, undefined, undefined, undefined],
    ['cl100k_base', 1, 1, 1, 1],
    ['cl100k_base', 1, 1, 1, 1],
    ['cl100k_base', 1, undefined, undefined, undefined],
  ])
  expect(checks.map(({ value, pass }) => [value, pass])).toEqual([
    [0, true],
    [0, true],
  ])
}, 60_000)
