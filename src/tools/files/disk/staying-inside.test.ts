import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ExampleRoot, exampleRoot, saidIn } from '../example-root.ts'
import { openFile, openFolder } from './held.ts'
import { placeOf, writablePlace } from './place.ts'
import { putFile } from './put-file.ts'
import { readTextFile } from './text-file.ts'

const posix = process.platform !== 'win32'
const linux = process.platform === 'linux'
let example: ExampleRoot
let outside: string

beforeEach(() => {
  example = exampleRoot()
  outside = join(example.base, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret'), 'secret')
})
afterEach(() => example.remove())

const at = (path: string): string => join(example.root, path)
/** Every tool for one file, on a path: what they say. */
const tryAll = async (path: string): Promise<string[]> => {
  const outcomes = [
    await example.call('read_file', { path }),
    await example.call('write_file', { path, content: 'x' }),
    await example.call('replace_in_file', { path, old_text: 'secret', new_text: 'x' }),
  ]
  return outcomes.map((outcome) => {
    expect(outcome.isError).toBe(true)
    expect(saidIn(outcome)).not.toContain(example.base)
    return saidIn(outcome)
  })
}
const isUntouched = (): void => {
  expect(readdirSync(outside)).toEqual(['secret'])
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
}

describe('a path', () => {
  it.each([
    '..',
    '../outside/secret',
    'a/../../outside/secret',
    '/etc/passwd',
    '//server/share',
    '~/x',
    'C:\\x',
    'c:x',
    '\\\\server\\share',
    'a\\b',
    'a\0b',
  ])('%j is refused', async (path) => {
    for (const said of await tryAll(path)) expect(said).toMatch(/no path|backslashes|\.\. in it/)
    isUntouched()
  })

  it('never leads out, whatever it is made of', async () => {
    example.put('dir/file', 'x')
    symlinkSync(outside, at('dir/out'))
    symlinkSync('..', at('dir/up'))
    const name = fc.constantFrom('..', '.', '', 'dir', 'out', 'up', 'file', 'secret', 'new', '~', 'outside')
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 6 }), async (names) => {
        const place = await placeOf(example.root, names.join('/')).catch(() => undefined)
        if (place) expect(join(place.folder, ...place.missing, place.name)).toMatch(new RegExp(`^${example.root}(/|$)`))
      }),
      { numRuns: 300 },
    )
  })

  it('whose root begins like that of another is told apart from it', async () => {
    mkdirSync(`${example.root}-other`)
    writeFileSync(`${example.root}-other/x`, 'secret')
    symlinkSync(`${example.root}-other`, at('link'))
    for (const said of await tryAll('link/x')) expect(said).toContain('leads out of the workspace')
  })

  it.each(['.git/config', '.heddle/x', 'a/.git/hooks/x', '.GIT/config', '.git', 'sub/.Heddle/y'])(
    '%s is not written',
    async (path) => {
      example.put('a/.git/hooks/x', 'x')
      expect(saidIn(await example.call('write_file', { path, content: 'x' }))).toContain('nothing may be written')
      expect(await example.call('replace_in_file', { path, old_text: 'x', new_text: 'y' })).toMatchObject({
        isError: true,
      })
      expect(readFileSync(at('a/.git/hooks/x'), 'utf8')).toBe('x')
    },
  )

  it('into git through a link is not written either', async () => {
    example.put('.git/config', 'x')
    symlinkSync('.git', at('innocent'))
    expect(saidIn(await example.call('write_file', { path: 'innocent/new', content: 'x' }))).toContain('.git')
  })

  it.each(['.heddle/x', 'sub/.Heddle/y', '.HEDDLE/deep/x', './/.heddle/x'])('%s is not read', async (path) => {
    example.put(path, 'what was said')
    for (const said of await tryAll(path)) expect(said).not.toContain('what was said')
    expect(saidIn(await example.call('read_file', { path }))).toContain('belongs to Heddle')
  })

  it('of a folder cannot be written', async () => {
    example.put('dir/file', 'x')
    for (const path of ['dir', 'dir/', 'new/', '.', 'dir/.'])
      expect(await example.call('write_file', { path, content: 'x' })).toMatchObject({ isError: true })
    expect(readdirSync(at('.'))).toEqual(['dir'])
  })
})

describe.runIf(posix)('a link', () => {
  it('that leads out is not followed, at the end or on the way', async () => {
    symlinkSync(join(outside, 'secret'), at('file'))
    symlinkSync(outside, at('folder'))
    symlinkSync(join(outside, 'new'), at('dangling'))
    for (const path of ['file', 'folder/secret', 'folder/new', 'dangling', 'dangling/x']) await tryAll(path)
    isUntouched()
  })

  it('that leads in a circle is said', async () => {
    symlinkSync('circle', at('circle'))
    for (const said of await tryAll('circle')) expect(said).toContain('circle')
  })

  it('that stays inside is followed, stays a link, and is the same file', async () => {
    example.put('dir/real', 'one')
    symlinkSync('dir/real', at('link'))
    await example.call('read_file', { path: 'link' })
    const outcome = await example.call('write_file', { path: 'link', content: 'two' })
    expect(outcome.changes).toMatchObject([{ path: 'dir/real' }])
    expect(example.text('dir/real')).toBe('two')
    expect(
      readdirSync(at('.'), { withFileTypes: true })
        .find(({ name }) => name === 'link')
        ?.isSymbolicLink(),
    ).toBe(true)
    expect(await example.call('write_file', { path: 'dir/real', content: 'three' })).toMatchObject({ isError: false })
  })

  it('into what is Heddle’s own is not read, at the end or on the way', async () => {
    example.put('.heddle/x', 'what was said')
    symlinkSync('.heddle', at('folder'))
    symlinkSync('.heddle/x', at('file'))
    for (const path of ['file', 'folder/x', 'folder'])
      expect(saidIn(await example.call('read_file', { path }))).toContain('belongs to Heddle')
  })

  it('of the hard kind is not written through: the file becomes one of its own', async () => {
    linkSync(join(outside, 'secret'), at('hard'))
    await example.call('read_file', { path: 'hard' })
    await example.call('write_file', { path: 'hard', content: 'x' })
    isUntouched()
  })
})

describe.runIf(posix)('something exchanged after it was looked at', () => {
  it('is not read where a link took the place of the file', async () => {
    example.put('file', 'x')
    const place = await placeOf(example.root, 'file')
    renameSync(at('file'), at('old'))
    symlinkSync(join(outside, 'secret'), at('file'))
    await expect(readTextFile(place)).rejects.toThrow('a link')
  })

  it('is not read or written where a link took the place of a folder on the way', async () => {
    example.put('a/b/secret', 'x')
    mkdirSync(join(outside, 'b'))
    writeFileSync(join(outside, 'b/secret'), 'hidden')
    const place = await writablePlace(example.root, 'a/b/secret')
    const { digest, mode } = await readTextFile(place)
    renameSync(at('a'), at('old'))
    symlinkSync(outside, at('a'))
    await expect(openFile(place)).rejects.toThrow('exchanged a moment ago')
    await expect(openFolder(place)).rejects.toThrow('exchanged a moment ago')
    await expect(putFile(place, Buffer.from('y'), { digest, mode })).rejects.toThrow('exchanged a moment ago')
    expect(readdirSync(join(outside, 'b'))).toEqual(['secret'])
  })

  it('is not written where the file changed between the look and the write', async () => {
    example.put('file', 'one')
    const place = await writablePlace(example.root, 'file')
    const before = await readTextFile(place)
    example.put('file', 'two')
    await expect(putFile(place, Buffer.from('three'), before)).rejects.toThrow('has changed since')
    await expect(putFile(place, Buffer.from('three'), null)).rejects.toThrow('has changed since')
    expect(example.text('file')).toBe('two')
    expect(readdirSync(at('.'))).toEqual(['file'])
  })

  it.runIf(linux)('again and again never lets a write or a read out', async () => {
    example.put('a/b/file', 'inside')
    mkdirSync(join(outside, 'b'))
    const script = `
      const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
      const [a, held, outside] = ${JSON.stringify([at('a'), at('held'), outside])}
      console.log('ready')
      for (let turn = 0; ; turn++) {
        renameSync(a, held)
        try { symlinkSync(outside, a) } catch {}
        for (const _ of [1, 2, 3]) try { unlinkSync(a) } catch {}
        try { renameSync(held, a) } catch { renameSync(a, a + turn); renameSync(held, a) }
      }`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
    const gone = once(child, 'exit')
    await once(child.stdout, 'data')
    let done = 0
    for (let turn = 0; turn < 300 || (done === 0 && turn < 10_000); turn++) {
      const outcome = await example.call('write_file', { path: `a/b/new/${turn}`, content: 'x' })
      if (!outcome.isError) done++
      await example.call('read_file', { path: 'a/secret' }).then((read) => expect(read.isError).toBe(true))
    }
    child.kill('SIGKILL')
    await gone
    expect(readdirSync(outside).sort()).toEqual(['b', 'secret'])
    expect(readdirSync(join(outside, 'b'))).toEqual([])
    expect(done).toBeGreaterThan(0)
  })
})
