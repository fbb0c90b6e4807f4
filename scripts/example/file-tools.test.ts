import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listFiles, readFile, search, strReplace, writeFile } from './file-tools.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-file-tools-'))
  writeFile(root, { path: 'b/one.txt', content: 'first\nsecond\nthird\n' })
  writeFile(root, { path: 'a.txt', content: 'first\n' })
})

afterEach(() => rmSync(root, { recursive: true }))

describe('the file tools of the example', () => {
  it('list paths from the root, sorted', () => {
    expect(listFiles(root, { path: '.' }).text).toBe('a.txt\nb/one.txt')
  })

  it('read whole files and ranges with the numbers of their lines', () => {
    expect(readFile(root, { path: 'b/one.txt' }).text).toBe('1\tfirst\n2\tsecond\n3\tthird')
    expect(readFile(root, { path: 'b/one.txt', start_line: 2, end_line: 9 }).text).toBe('2\tsecond\n3\tthird')
  })

  it('find lines by a regular expression', () => {
    expect(search(root, { pattern: '^s', path: '.' }).text).toBe('b/one.txt:2: second')
  })

  it('replace a text that occurs once', () => {
    const done = strReplace(root, { path: 'b/one.txt', old_text: 'second\n', new_text: 'second\nagain\n' })
    expect(done).toEqual({ text: 'b/one.txt: replaced, now lines 2 to 3.', isError: false })
    expect(readFileSync(join(root, 'b/one.txt'), 'utf8')).toBe('first\nsecond\nagain\nthird\n')
  })

  it('change nothing where the old text occurs twice or not at all', () => {
    const twice = strReplace(root, { path: 'b/one.txt', old_text: 'ir', new_text: '' })
    expect(twice.isError).toBe(true)
    expect(twice.text).toContain('2 times, at lines 1, 3')
    expect(strReplace(root, { path: 'b/one.txt', old_text: 'tenth', new_text: '' }).isError).toBe(true)
    expect(readFileSync(join(root, 'b/one.txt'), 'utf8')).toBe('first\nsecond\nthird\n')
  })

  it('do not write over a file', () => {
    expect(writeFile(root, { path: 'a.txt', content: '' }).isError).toBe(true)
  })
})
