import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const installed = createRequire(import.meta.url)
const files = {
  'a.ts': 'class A {}',
  'a.py': 'class A: pass',
  'a.go': 'package a',
  'a.rs': 'struct A;',
  'a.c': 'int a;',
}

const script = `
import { astGrepOutliner } from './code/ast-grep/outliner.ts'
const outliner = astGrepOutliner()
const found = {}
for (const [path, text] of Object.entries(JSON.parse(process.argv[2]))) {
  const outline = await outliner.outline(path, text)
  found[path] = outline ? outline.symbols.length : outliner.missing(path)
}
console.log(JSON.stringify(found))
`

let folder: string

/** A process of its own with the code and only some packages beside it: one that is no library, one that is not whole. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-grammars-'))
  const packages = join(folder, 'node_modules/@ast-grep')
  await mkdir(packages, { recursive: true })
  await cp(join(import.meta.dirname, '..'), join(folder, 'code'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'run.ts'), script)
  for (const name of ['napi', 'lang-python']) {
    await symlink(dirname(installed.resolve(`@ast-grep/${name}/package.json`)), join(packages, name), 'dir')
  }
  const broken = {
    'lang-go': `module.exports = { libraryPath: __filename, extensions: ['go'] }`,
    'lang-rust': `module.exports = { get libraryPath() { throw new Error('no library for this machine') } }`,
  }
  for (const [name, code] of Object.entries(broken)) {
    await mkdir(join(packages, name))
    await writeFile(join(packages, name, 'package.json'), `{"name":"@ast-grep/${name}","version":"1.0.0"}`)
    await writeFile(join(packages, name, 'index.js'), code)
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('names the package to install where a grammar is not there or cannot be loaded, and reads the others', async () => {
  const { stdout } = await run(process.execPath, [join(folder, 'run.ts'), JSON.stringify(files)])
  expect(JSON.parse(stdout)).toEqual({
    'a.ts': 1,
    'a.py': 1,
    'a.go': '@ast-grep/lang-go',
    'a.rs': '@ast-grep/lang-rust',
    'a.c': '@ast-grep/lang-c',
  })
})

it('survives a hundred thousand brackets inside each other', async () => {
  const depth = 100_000
  const text = 'a = '.concat('['.repeat(9000), '\n').repeat(depth / 9000)
  const nested = { 'a.ts': `${text}function f() {}`, 'a.py': `${text}x = 1`, 'b.ts': '{\n'.repeat(depth) }
  await writeFile(join(folder, 'nested.ts'), script.replace('JSON.parse(process.argv[2])', JSON.stringify(nested)))
  const { stdout } = await run(process.execPath, [join(folder, 'nested.ts')])
  expect(Object.keys(JSON.parse(stdout))).toEqual(['a.ts', 'a.py', 'b.ts'])
})
