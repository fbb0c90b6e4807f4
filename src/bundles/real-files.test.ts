import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileSource } from '../sources/files/file-source.ts'
import { openVault } from '../sources/notes/vault.ts'
import { compile } from './compile.ts'
import { mergeSettings } from './merge-settings.ts'
import { takeSnapshot } from './take-snapshot.ts'

let folder: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-bundles-')))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

function write(files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

it('compiles files, globs, parts and links of a folder on the disk', async () => {
  write({
    'root/.ignore': 'private/\n',
    'root/notes/start.md': 'See [[Roses]] and [[hidden]].\n',
    'root/notes/flowers/Roses.md': '# Care\nwater\n# Secret\nx\n',
    'root/private/hidden.md': 'hidden\n',
    'root/app/[id].ts': 'id\n',
    'root/app/a\n$&.ts': 'odd\n',
    'root/list#1.md': 'one\n# Part\ntwo\n',
    'outside.md': 'outside\n',
  })
  symlinkSync(join(folder, 'outside.md'), join(folder, 'root/notes/out.md'))
  const source = fileSource(join(folder, 'root'))
  const settings = mergeSettings({
    link_depth: 1,
    excluded_headings: ['secret'],
    templates: { '0': { before: '<{{ITEM_NAME}}>', after: '' }, '1': { before: '<1:{{ITEM_PATH}}>', after: '' } },
  })
  const items = {
    'notes/*.md': true,
    'app/': true,
    'app/[id].ts': false,
    'list#1.md#Part': true,
    '../outside.md': true,
  }
  const snapshot = await takeSnapshot(items, settings, { source, links: await openVault(source) })
  expect(compile(snapshot, settings).context).toBe(
    '<a\n$&.ts>odd\n<list#1.md#Part># Part\ntwo\n<start.md>See [[Roses]] and [[hidden]].\n' +
      '<1:notes/flowers/Roses.md># Care\nwater\n',
  )
  expect(snapshot.missing).toEqual([
    { path: '../outside.md', cause: 'outside' },
    { path: 'notes/out.md', cause: 'outside' },
  ])
})
