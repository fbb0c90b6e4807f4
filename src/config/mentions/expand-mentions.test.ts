import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Part } from '../../core/content/part.ts'
import { startConversation } from '../../session/say.ts'
import { digestOf } from '../../tools/files/disk/text-file.ts'
import type { Workspace } from '../open.ts'
import { seenFiles } from '../session/seen-files.ts'
import { behind, type ExamplePlace, examplePlace, exampleSecret, said } from './example-place.ts'
import { type Expanded, expandMentions } from './expand-mentions.ts'

const posix = process.platform !== 'win32'
const secret = exampleSecret
let root: string
let workspace: Workspace
let write: ExamplePlace['write']
let expand: ExamplePlace['expand']
let place: ExamplePlace
let folder: string

beforeEach(async () => {
  place = await examplePlace()
  root = place.root
  folder = place.folder
  workspace = place.workspace
  write = place.write
  expand = place.expand
})

afterEach(() => place.close())

const file = (path: string, text = `text of ${path}\n`): Part => ({ kind: 'file', path, way: 'mention', text })
const filesOf = ({ parts }: Expanded): string[] => parts.flatMap((part) => (part.kind === 'file' ? [part.path] : []))

describe('a message without mentions', () => {
  it('is as it was', async () => {
    const parts = [said('me@example.org wrote @a'), file('a')]
    expect(await expandMentions(workspace, parts)).toEqual({ parts, notes: [] })
  })
})

describe('files', () => {
  it('stand whole behind the text, which stays, under their names', async () => {
    write('src/a.ts')
    write('my notes/b.md')
    const text = 'See @/src/a.ts, and @"/my notes/b.md".'
    expect(await expand(text)).toEqual({
      parts: [said(text), said('[@/src/a.ts]'), file('src/a.ts'), said('[@"/my notes/b.md"]'), file('my notes/b.md')],
      notes: [],
    })
  })

  it('stand behind the text that mentions them', async () => {
    write('a')
    write('b')
    const { parts } = await expandMentions(workspace, [said('@/a'), file('c'), said('@/b @/a')])
    expect(parts).toEqual([said('@/a'), said('[@/a]'), file('a'), file('c'), said('@/b @/a'), said('[@/b]'), file('b')])
  })

  it('come once, however they are written', async () => {
    write('src/a.ts')
    const expanded = await expand('@/src/a.ts @/./src/a.ts @/src/../src/a.ts @"/src/a.ts" @/src/ @/src')
    expect(filesOf(expanded)).toEqual(['src/a.ts'])
    expect(expanded.notes).toEqual([])
  })

  it.runIf(posix)('are found by where they are on the machine, too', async () => {
    write('src/a.ts')
    expect(filesOf(await expand(`@${join(root, 'src/a.ts')}`))).toEqual(['src/a.ts'])
  })

  it('have the line ends that tools give', async () => {
    write('crlf', 'one\r\ntwo\r\n')
    write('mixed', 'one\r\ntwo\n')
    expect((await expand('@/crlf @/mixed')).parts).toEqual(
      expect.arrayContaining([file('crlf', 'one\ntwo\n'), file('mixed', 'one\r\ntwo\n')]),
    )
  })

  it('are named although the ignore rules leave them out', async () => {
    write('.gitignore', 'built\n')
    write('built/a.js')
    expect(filesOf(await expand('@/built/a.js'))).toEqual(['built/a.js'])
  })
})

describe('what cannot be brought', () => {
  it.each([
    ['@/none.ts', 'it is not there'],
    ['@/none/', 'it is not there'],
    ['@"/no thing"', 'it is not there'],
    ['@/image.png', 'it is binary'],
    ['@/empty', 'it is empty'],
    ['@/huge', 'it is too large (1000001 bytes)'],
    ['@/../beside', 'it is not in the workspace'],
    ['@"/../be side"', 'it is not in the workspace'],
    ['@//etc/hosts', 'it is not in the workspace'],
    ['@/.git/config', 'it is not in the workspace'],
    ['@/void/', 'no file in it is left by the ignore rules'],
    ['@https://example.org/a?b=c', 'addresses are not fetched'],
    ['@problems', 'only an editor knows it'],
    ['@terminal', 'only an editor knows it'],
    ['@0a1b2c3', 'the workspace is in no git repository'],
    ['@git-changes', 'the workspace is in no git repository'],
  ])('is said in place of %s', async (mention, why) => {
    write('image.png', Buffer.of(0x89, 0x50, 0, 1))
    write('empty', '')
    write('huge', 'x'.repeat(1_000_001))
    write('.git/config', 'text')
    mkdirSync(join(root, 'void'))
    writeFileSync(join(folder, 'beside'), 'outside')
    const expanded = await expand(`Look at ${mention}, please.`)
    expect(behind(expanded)).toEqual([`[${mention} is left out: ${why}]`])
    expect(expanded.notes).toHaveLength(1)
    expect(expanded.notes[0]).toContain(`${mention} is left out: `)
  })

  it('is a file that may hold a secret: its text goes nowhere', async () => {
    write('.env', `TOKEN=${secret}\n`)
    write('src/a.ts')
    write('src/key.ts', `const key = '${secret}'\n`)
    const expanded = await expand('@/.env @/src/')
    expect(filesOf(expanded)).toEqual(['src/a.ts'])
    expect(JSON.stringify(expanded)).not.toContain(secret)
    expect(behind(expanded)[0]).toMatch(/^\[@\/\.env is left out: it holds what looks like a secret \(.+\)\]$/)
    expect(expanded.notes).toHaveLength(2)
  })

  it.runIf(posix)('is what links lead out of the workspace', async () => {
    writeFileSync(join(folder, 'beside'), 'outside')
    mkdirSync(join(folder, 'other'))
    writeFileSync(join(folder, 'other/file'), 'outside')
    symlinkSync(join(folder, 'beside'), join(root, 'link'))
    symlinkSync(join(folder, 'other'), join(root, 'folder'))
    const expanded = await expand('@/link @/folder/ @/folder/file')
    expect(filesOf(expanded)).toEqual([])
    expect(behind(expanded).map((text) => text.includes('not in the workspace'))).toEqual([true, true, true])
  })

  it('is what stands behind the hundredth mention', async () => {
    const expanded = await expand(Array.from({ length: 120 }, (_, at) => `@/none-${at}`).join(' '))
    expect(expanded.notes).toHaveLength(101)
    expect(behind(expanded).at(-1)).toBe('[@ in 20 more places is not looked up]')
  })
})

describe('a folder', () => {
  it('brings the files that the ignore rules leave, sorted', async () => {
    write('.gitignore', 'built\n')
    for (const path of ['src/b.ts', 'src/a.ts', 'src/in/c.ts', 'src/built/d.js', 'other.ts']) write(path)
    const expanded = await expand('All of @/src/')
    expect(filesOf(expanded)).toEqual(['src/a.ts', 'src/b.ts', 'src/in/c.ts'])
    expect(expanded.notes).toEqual([])
    expect(filesOf(await expand('@/src'))).toEqual(filesOf(expanded))
  })

  it('brings fifty files, and says which it leaves out', async () => {
    for (let at = 10; at < 70; at++) write(`src/${at}.ts`)
    write('src/00.png', Buffer.of(0))
    const expanded = await expand('@/src/')
    expect(filesOf(expanded)).toHaveLength(50)
    const [said = ''] = behind(expanded)
    expect(said.split('\n')[0]).toBe('[@/src/: 50 of 61 files]')
    expect(said).toContain('it is binary: @/src/00.png')
    expect(said).toContain('no room for it in one message: @/src/60.ts @/src/61.ts')
    expect(expanded.notes).toEqual([
      '@/src/: 50 of 61 files; 1 left out: it is binary; 10 left out: there is no room for it in one message.',
    ])
  })

  it('brings as many characters as there is room for, the smaller files too', async () => {
    write('src/a', 'é'.repeat(60_000))
    write('src/b', 'x'.repeat(60_000))
    write('src/c', 'x'.repeat(40_000))
    write('src/d', 'x')
    expect(filesOf(await expand('@/src/'))).toEqual(['src/a', 'src/c'])
  })

  it('does not take the room of a file that is named', async () => {
    for (let at = 10; at < 70; at++) write(`src/${at}.ts`)
    expect(filesOf(await expand('@/src/ and @/src/69.ts'))).toHaveLength(51)
  })
})

describe('on a branch', () => {
  it('files that come count as seen by the model', async () => {
    write('a.ts', 'one\r\n')
    write('.env', `TOKEN=${secret}\n`)
    const { branch } = await startConversation(workspace.engine)
    await expandMentions(workspace, [said('@/a.ts @/.env')], { branch: branch.id })
    const seen = seenFiles(workspace.store, branch.id, Date.now)
    expect(await seen.get('a.ts')).toBe(digestOf(Buffer.from('one\r\n')))
    expect(await seen.get('.env')).toBeUndefined()
  })
})

it('stops when it is told to', async () => {
  write('a')
  const stop = expandMentions(workspace, [said('@/a')], { signal: AbortSignal.abort(new Error('stopped')) })
  await expect(stop).rejects.toThrow('stopped')
})
