import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyTree } from './source-tree.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'from', path)), { recursive: true })
    writeFileSync(join(folder, 'from', path), content)
  }
}

function copied(): string[] {
  return readdirSync(join(folder, 'to'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort()
}

const copy = (): ReturnType<typeof copyTree> => copyTree(join(folder, 'from'), join(folder, 'to'))

describe('copyTree', () => {
  it('takes text files and counts their bytes', () => {
    write({
      'a.ts': 'one',
      'b/c.md': 'zwölf',
      'b/empty.txt': '',
      'picture.png': Buffer.from([137, 80, 0]),
      'latin.txt': Buffer.from([0xe4, 0x20]),
      'a.js.map': '{}',
      'a.min.js': 'x',
      'sub/package-lock.json': '{}',
      'yarn.lock': 'x',
      'node_modules/x/x.js': 'x',
    })
    symlinkSync(join(folder, 'from', 'a.ts'), join(folder, 'from', 'link.ts'))
    expect(copy()).toEqual({ name: 'from', folder: join(folder, 'to'), files: 3, bytes: 9 })
    expect(copied()).toEqual(['a.ts', 'c.md', 'empty.txt'])
  })

  it('leaves out what git ignores, unless git ignores the whole folder', () => {
    write({ 'new.ts': 'one', 'out/made.js': 'two', '.gitignore': 'out/\n' })
    execFileSync('git', ['init', '-q'], { cwd: join(folder, 'from') })
    expect(copy().files).toBe(2)
    expect(copied()).toEqual(['.gitignore', 'new.ts'])
    expect(copyTree(join(folder, 'from', 'out'), join(folder, 'other')).files).toBe(1)
  })

  it('says so where there is nothing to take', () => {
    write({ 'picture.png': Buffer.from([0]) })
    expect(copy).toThrow('no text file')
    expect(() => copyTree(join(folder, 'nowhere'), join(folder, 'to'))).toThrow('nowhere')
  })
})
