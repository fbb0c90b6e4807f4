import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeStream } from './write-stream.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-write-'))
  file = join(folder, 'out.txt')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* pieces(...texts: string[]): AsyncIterable<string> {
  for (const text of texts) yield text
}

describe('writing a stream', () => {
  it('writes everything, for its owner alone, and tells how many bytes', async () => {
    expect(await writeStream(file, pieces('é', 'x'.repeat(200_000), '\n'))).toBe(200_003)
    expect(await readFile(file, 'utf8')).toBe(`é${'x'.repeat(200_000)}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['out.txt'])
  })

  it('leaves a file that is there, unless told to replace it', async () => {
    await writeFile(file, 'old')
    await expect(writeStream(file, pieces('new'))).rejects.toMatchObject({ code: 'file-exists' })
    expect(await readFile(file, 'utf8')).toBe('old')
    await writeStream(file, pieces('new'), { overwrite: true })
    expect(await readFile(file, 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['out.txt'])
  })

  it('leaves a file that came up while it was writing', async () => {
    async function* slow(): AsyncIterable<string> {
      yield 'new'
      await writeFile(file, 'old')
    }
    await expect(writeStream(file, slow())).rejects.toMatchObject({ code: 'file-exists' })
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['out.txt'])
  })

  it('keeps a symbolic link and replaces what it points to', async () => {
    await writeFile(join(folder, 'real'), 'old')
    await symlink('real', file)
    await writeStream(file, pieces('new'), { overwrite: true })
    expect(await readFile(join(folder, 'real'), 'utf8')).toBe('new')
    expect((await stat(file)).size).toBe(3)
  })

  it('leaves nothing when it is interrupted, or the pieces fail', async () => {
    const abort = new AbortController()
    async function* interrupted(): AsyncIterable<string> {
      yield 'a'.repeat(100_000)
      abort.abort()
      yield 'b'
    }
    await expect(writeStream(file, interrupted(), { signal: abort.signal })).rejects.toThrow()
    async function* failing(): AsyncIterable<string> {
      yield 'a'.repeat(100_000)
      throw new Error('broken')
    }
    await expect(writeStream(file, failing())).rejects.toThrow('broken')
    expect(await readdir(folder)).toEqual([])
  })

  it('says which folder is missing', async () => {
    await expect(writeStream(join(folder, 'no', 'out.txt'), pieces(''))).rejects.toMatchObject({ code: 'not-found' })
  })
})
