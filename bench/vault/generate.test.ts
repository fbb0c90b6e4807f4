import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileSource } from '../../src/sources/files/file-source.ts'
import { openVault } from '../../src/sources/notes/vault.ts'
import { notePath, writeVault } from './generate.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-vault-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('writes notes with six links each, all of which lead to another note', async () => {
  writeVault(folder, 200)
  const vault = await openVault(fileSource(folder))
  expect(await vault.unresolved()).toEqual([])
  const links = await vault.links()
  expect(links).toHaveLength(1200)
  const leads = new Set(
    links.map(({ from, resolution }) => `${from} → ${resolution.kind === 'found' && resolution.path}`),
  )
  expect(leads.size).toBe(1200)
})

it('writes the same for the same number of notes', async () => {
  writeVault(join(folder, 'one'), 20)
  writeVault(join(folder, 'two'), 20)
  for (let number = 0; number < 20; number++) {
    const path = notePath(number)
    expect(await readFile(join(folder, 'one', path), 'utf8')).toBe(await readFile(join(folder, 'two', path), 'utf8'))
  }
})
