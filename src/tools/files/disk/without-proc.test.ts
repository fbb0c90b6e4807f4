import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ExampleRoot, exampleRoot } from '../example-root.ts'
import { openFile } from './held.ts'
import { writablePlace } from './place.ts'
import { putFile } from './put-file.ts'

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  readlink: () => Promise.reject(new Error('There is no such path on this system.')),
}))

let example: ExampleRoot
beforeEach(() => {
  example = exampleRoot()
})
afterEach(() => example.remove())

describe.runIf(process.platform !== 'win32')('a system without paths for what is open', () => {
  it('reads and writes', async () => {
    expect(await example.call('write_file', { path: 'a/b', content: 'one' })).toMatchObject({ isError: false })
    const change = { path: 'a/b', old_text: 'one', new_text: 'two' }
    expect(await example.call('replace_in_file', change)).toMatchObject({ isError: false })
    expect(example.text('a/b')).toBe('two')
  })

  it('does not follow a link that took the place of a folder', async () => {
    example.put('a/b/file', 'x')
    mkdirSync(join(example.base, 'outside/b'), { recursive: true })
    writeFileSync(join(example.base, 'outside/b/file'), 'hidden')
    const place = await writablePlace(example.root, 'a/b/file')
    renameSync(join(example.root, 'a'), join(example.root, 'old'))
    symlinkSync(join(example.base, 'outside'), join(example.root, 'a'))
    await expect(openFile(place)).rejects.toThrow('exchanged a moment ago')
    await expect(putFile({ ...place, name: 'new' }, Buffer.from('y'), null)).rejects.toThrow('exchanged a moment ago')
    expect(readdirSync(join(example.base, 'outside/b'))).toEqual(['file'])
  })
})
