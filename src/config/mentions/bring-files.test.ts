import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filesUnder } from './bring-files.ts'

const said = 'what was said before'
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-bring-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const bring = (path: string) => filesUnder(root).bring(path, `@${path}`)

describe("Heddle's own folder", () => {
  it.each(['.heddle/chat-history', '.HEDDLE/x', 'sub/.Heddle/y'])(
    'is not mentioned into a message: %s',
    async (path) => {
      write(path, said)
      const absolute = join(root, path)
      for (const written of [`/${path}`, `/${dirname(path)}/`, `/sub/../${path}`, absolute]) {
        const brought = await bring(written)
        expect(JSON.stringify(brought)).not.toContain(said)
        expect(brought.notes.join('\n')).toContain('belongs to Heddle')
      }
    },
  )

  it.runIf(process.platform !== 'win32')('is not reached through links', async () => {
    write('.heddle/chat-history', said)
    symlinkSync('.heddle', join(root, 'folder'))
    symlinkSync('.heddle/chat-history', join(root, 'file'))
    for (const path of ['/file', '/folder/', '/folder/chat-history', '/'])
      expect(JSON.stringify(await bring(path))).not.toContain(said)
  })

  it('stays behind where a folder above it is mentioned', async () => {
    write('.heddle/chat-history', said)
    write('heddle/notes.md', 'notes')
    const { parts } = await bring('/')
    expect(parts.flatMap((part) => (part.kind === 'file' ? [part.path] : []))).toEqual(['heddle/notes.md'])
  })
})
