import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHistory } from './history-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-history-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the history of what was said', () => {
  it('comes back with its lines, in a file that only its owner reads', async () => {
    const path = join(folder, 'chat', 'history')
    const history = await openHistory(path)
    await history.add('one\ntwo')
    await history.add('three')
    await history.add('three')
    expect((await openHistory(path)).entries).toEqual(['one\ntwo', 'three'])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('takes the rights from others on a file that gave them some', async () => {
    const path = join(folder, 'history')
    await writeFile(path, '"old"\n', { mode: 0o644 })
    await (await openHistory(path)).add('new')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('leaves out damaged lines, and keeps nothing that begins with a blank', async () => {
    const path = join(folder, 'history')
    await writeFile(path, '"good"\n{"no":1}\n"torn\n\n')
    const history = await openHistory(path)
    await history.add(' secret')
    expect(history.entries).toEqual(['good'])
  })

  it('is bounded, in the file too', async () => {
    const path = join(folder, 'history')
    await writeFile(path, Array.from({ length: 2500 }, (_, i) => `"entry ${i}"\n`).join(''))
    const { entries } = await openHistory(path)
    expect(entries).toHaveLength(1000)
    expect(entries.at(-1)).toBe('entry 2499')
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(1001)
  })

  it('is empty where it cannot be read, and goes on where it cannot be written', async () => {
    const history = await openHistory(folder)
    expect(history.entries).toEqual([])
    await history.add('kept for now')
    expect(history.entries).toEqual(['kept for now'])
  })
})
