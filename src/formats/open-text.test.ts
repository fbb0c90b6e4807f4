import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileError } from './errors.ts'
import { openText } from './open-text.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-formats-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `${Math.random()}.jsonl`)
  await writeFile(path, content)
  return path
}

async function codeOf(path: string): Promise<string> {
  try {
    await openText(path)
  } catch (error) {
    return error instanceof FileError ? error.code : String(error)
  }
  return 'none'
}

async function linesOf(path: string): Promise<[number, string][]> {
  const lines: [number, string][] = []
  for await (const { number, text } of (await openText(path)).lines()) lines.push([number, text])
  return lines
}

describe('openText', () => {
  it('says what is wrong with a file that cannot be read', async () => {
    expect(await codeOf(join(folder, 'nothing'))).toBe('file-missing')
    expect(await codeOf(join(await file('x'), 'under a file'))).toBe('file-missing')
    await mkdir(join(folder, 'sub'))
    expect(await codeOf(join(folder, 'sub'))).toBe('file-is-folder')
    expect(await codeOf(await file(''))).toBe('file-empty')
    expect(await codeOf(await file('\uFEFF \r\n\n'))).toBe('file-empty')
    expect(await codeOf(await file(Uint8Array.of(0x7b, 0, 0x7d)))).toBe('file-binary')
    expect(await codeOf(await file(Buffer.from('\uFEFF{}', 'utf16le')))).toBe('file-not-utf8')
    expect(await codeOf(await file(Buffer.from('{"a":"\xe9"}', 'latin1')))).toBe('file-not-utf8')
  })

  it('names the line that is not UTF-8, also far behind the beginning', async () => {
    const bytes = Buffer.concat([Buffer.from('{"text":"ä€😀"}\n'.repeat(10_000)), Uint8Array.of(0xff, 0x0a)])
    await expect(openText(await file(bytes))).rejects.toThrow('line 10001')
  })

  it('refuses a character that is cut off by the end of the file', async () => {
    expect(await codeOf(await file(Buffer.from('"😀').subarray(0, 4)))).toBe('file-not-utf8')
  })

  it('numbers lines from 1, leaves blank ones out, and takes every line end and a byte order mark', async () => {
    expect(await linesOf(await file('\uFEFFa\r\n\n  \nb\nc'))).toEqual([
      [1, 'a'],
      [4, 'b'],
      [5, 'c'],
    ])
  })

  it('puts lines together that are longer than a chunk, whatever character stands on its edge', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const long = `${'x'.repeat(shift)}${'😀'.repeat(50_000)}`
      expect(await linesOf(await file(`${long}\nshort\n`))).toEqual([
        [1, long],
        [2, 'short'],
      ])
    }
  })

  it('gives its bytes and its size, and says how far it has read', async () => {
    const read: number[] = []
    const source = await openText(await file('\uFEFF{"a":"ä"}\n'), { onRead: (bytes) => read.push(bytes) })
    const bytes: Buffer[] = []
    for await (const chunk of source.chunks()) bytes.push(Buffer.from(chunk))
    expect(Buffer.concat(bytes).toString('utf8')).toBe('{"a":"ä"}\n')
    expect(source.size).toBe(14)
    expect(read).toEqual([14])
    expect(source.sample.first).toEqual({ a: 'ä' })
  })

  it('can be read more than once', async () => {
    const path = await file('1\n2\n')
    const source = await openText(path)
    for (let time = 0; time < 2; time++) {
      const numbers: number[] = []
      for await (const { number } of source.lines()) numbers.push(number)
      expect(numbers).toEqual([1, 2])
    }
  })
})
