import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detect } from '../../src/formats/detect.ts'
import type { Entry } from '../../src/formats/format.ts'
import { openText } from '../../src/formats/open-text.ts'
import { generatedFiles } from './files.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('generatedFiles', () => {
  it.each(generatedFiles)('are read whole, as what they are: $name', async ({ name, format, lines }) => {
    const path = join(folder, `${name}.jsonl`)
    await writeFile(path, [...lines(150)].join('\n'))
    const source = await openText(path)
    const found = detect(source.sample)
    expect(found?.name).toBe(format)
    const entries: Entry[] = []
    if (found) for await (const entry of found.read(source)) entries.push(entry)
    expect(entries.filter(({ kind }) => kind === 'problem')).toEqual([])
    expect(entries.filter(({ kind }) => kind === 'node')).toHaveLength(150)
  })

  it('have nodes of 500 characters in the last', () => {
    const short = generatedFiles.at(-1)
    const texts = [...(short?.lines(20) ?? [])].map((line) => (JSON.parse(line) as { content: string }).content)
    expect(texts.every((text) => text.length === 500)).toBe(true)
  })
})
