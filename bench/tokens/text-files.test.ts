import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hasLongRun, longestRun, textFiles, textOf } from './text-files.ts'

it('gives text files as they stand, with their marks, and no binary or empty one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, 'sub', 'plain.txt'), 'ä')
  writeFileSync(join(folder, 'marked.txt'), '\ufeffa')
  writeFileSync(join(folder, 'empty.txt'), '')
  writeFileSync(join(folder, 'binary'), Buffer.from([65, 0, 66]))
  const found = [...textFiles(folder)].map(({ text, bytes, hasMark }) => [text, bytes, hasMark])
  expect(found).toEqual([
    ['\ufeffa', 4, true],
    ['ä', 2, false],
  ])
})

it('reads UTF-16 by its mark, and takes other encodings for binary', () => {
  expect(textOf(Buffer.from('\ufeffab', 'utf16le'))).toBe('\ufeffab')
  expect(textOf(Buffer.from('\ufeffab', 'utf16le').swap16())).toBe('\ufeffab')
  expect(textOf(Buffer.from([0xe4, 0x20]))).toBeUndefined()
})

it('finds runs of letters, of signs and of white space, but not of what is cut every few characters', () => {
  for (const sign of ['a', 'я', '=', ' ', '\n']) {
    expect(hasLongRun(`x1${sign.repeat(longestRun)}`)).toBe(true)
    expect(hasLongRun(`1${sign.repeat(longestRun - 1)}1`)).toBe(false)
  }
  expect(hasLongRun('7'.repeat(2 * longestRun))).toBe(false)
  expect(hasLongRun('some words and '.repeat(longestRun))).toBe(false)
})
