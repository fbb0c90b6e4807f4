import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileGlob } from '../../bundles/glob/compile-glob.ts'
import type { Json } from '../../core/content/json.ts'
import { fileSource } from '../../sources/files/file-source.ts'
import { type ExampleRoot, exampleRoot, saidIn } from './example-root.ts'

let example: ExampleRoot
beforeEach(() => {
  example = exampleRoot((root) => ({
    list: async (under) => (await fileSource(root).list([under])).paths,
    glob: compileGlob,
  }))
})
afterEach(() => example.remove())

const said = async (name: string, input: Json): Promise<string> => saidIn(await example.call(name, input))
const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('')

describe('read_file', () => {
  it('gives a short file whole, as a file that was read, and remembers what was seen', async () => {
    example.put('src/a.ts', 'one\ntwo')
    const outcome = await example.call('read_file', { path: './src//a.ts' })
    expect(outcome).toEqual({
      content: [{ kind: 'file', path: 'src/a.ts', way: 'read', text: 'one\ntwo' }],
      isError: false,
    })
    expect(example.seen.get('src/a.ts')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('gives lines with their range, and says which they are of how many', async () => {
    example.put('a', numbers(1, 9))
    const outcome = await example.call('read_file', { path: 'a', start_line: 3, end_line: 4 })
    expect(outcome.content).toEqual([
      { kind: 'file', path: 'a', way: 'read', text: 'line 3\nline 4\n', range: { from: 3, to: 4 } },
      { kind: 'text', text: '[lines 3-4 of 9; the next begin at start_line 5]' },
    ])
    expect(await said('read_file', { path: 'a', start_line: 8, end_line: null })).toBe(
      'line 8\nline 9\n\n[lines 8-9 of 9]',
    )
    expect(await said('read_file', { path: 'a', start_line: 10 })).toBe('a has 9 lines: none of these is there.')
  })

  it('gives the beginning of a long file, and where to go on, until all was given', async () => {
    const text = numbers(1, 9000)
    example.put('a', text)
    let read = ''
    for (let next: number | undefined = 1; next !== undefined; ) {
      const { content } = await example.call('read_file', { path: 'a', start_line: next })
      const [file, remark] = content
      if (file?.kind !== 'file' || remark?.kind !== 'text') throw new Error('no file and remark')
      expect(file.text.length).toBeLessThanOrEqual(20_000)
      read += file.text
      const [, line] = /start_line (\d+)/.exec(remark.text) ?? []
      next = line === undefined ? undefined : Number(line)
    }
    expect(read).toBe(text)
  })

  it('leaves line ends and a byte order mark aside where the whole file has them', async () => {
    example.put('a', '\ufeffx\r\ny\r\n')
    example.put('mixed', 'x\r\ny\n')
    expect(await said('read_file', { path: 'a' })).toBe('x\ny\n')
    expect(await said('read_file', { path: 'mixed' })).toBe('x\r\ny\n')
  })

  it('says why there is no text', async () => {
    example.put('binary', Buffer.from([1, 0, 2]))
    example.put('large', Buffer.alloc(10_000_001, 'x'))
    example.put('latin', Buffer.from('caf\u00e9', 'latin1'))
    example.put('empty', '')
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [join(example.root, 'pipe')])
      expect(await said('read_file', { path: 'pipe' })).toContain('no regular file')
    }
    expect(await said('read_file', { path: 'binary' })).toContain('binary (3 bytes)')
    expect(await said('read_file', { path: 'large' })).toContain('larger than 10 MB')
    expect(await said('read_file', { path: 'latin' })).toBe(
      'caf\ufffd\n[not in UTF-8: what could not be read stands as U+FFFD]',
    )
    expect(await said('read_file', { path: 'empty' })).toBe('[empty is there, and empty]')
    expect(await said('read_file', { path: 'none/at/all' })).toBe('none/at/all is not there.')
    expect(await said('read_file', { path: 'empty/x' })).toContain('leads through a file')
    expect(await said('read_file', { path: '.' })).toContain('use list_files')
    expect(await said('read_file', { path: 'x'.repeat(300) })).toContain('name that is too long')
  })

  it.each<Json>([{}, { path: '' }, { path: 1 }, { path: 'a', lines: 3 }, { path: 'a', start_line: 0 }, [], null, 'a'])(
    'says of the input %j what is wrong with it',
    async (input) => {
      const outcome = await example.call('read_file', input)
      expect(outcome.isError).toBe(true)
      expect(saidIn(outcome)).toMatch(/^The input does not fit read_file: .+ with path, start_line, end_line\.$/)
      expect(example.tool('read_file').describe(input)).toBe('read_file with an input that does not fit it')
    },
  )

  it('says that an input was no JSON', async () => {
    expect(await said('read_file', { unparsed: '{"path": "a' })).toContain('it is no JSON')
  })

  it('has a schema that says what it takes', () => {
    expect(example.tool('read_file').definition.inputSchema).toMatchObject({
      type: 'object',
      required: ['path'],
      properties: { path: { type: 'string' }, start_line: { type: 'integer' }, end_line: { type: 'integer' } },
    })
  })
})

describe('list_files', () => {
  beforeEach(() => {
    for (const path of ['b.md', 'src/a.ts', 'src/deep/c.ts', 'src/deep/er/d.md', '.gitignore', 'kept.log'])
      example.put(path, path === '.gitignore' ? '*.log\nout/\n' : path)
    example.put('out/x.ts', '')
  })

  it('gives the files that are not ignored, in order', async () => {
    expect(await said('list_files', {})).toBe('.gitignore\nb.md\nsrc/a.ts\nsrc/deep/c.ts\nsrc/deep/er/d.md')
    expect(await said('list_files', { path: 'src/deep' })).toBe('src/deep/c.ts\nsrc/deep/er/d.md')
  })

  it('counts what lies deeper than asked for', async () => {
    expect(await said('list_files', { depth: 1 })).toBe('.gitignore\nb.md\nsrc/ (3 files)')
    expect(await said('list_files', { path: 'src', depth: 1 })).toBe('src/a.ts\nsrc/deep/ (2 files)')
  })

  it('takes a pattern for names, for paths, and for paths in the folder', async () => {
    expect(await said('list_files', { glob: '*.md' })).toBe('b.md\nsrc/deep/er/d.md')
    expect(await said('list_files', { glob: 'src/**/*.ts' })).toBe('src/a.ts\nsrc/deep/c.ts')
    expect(await said('list_files', { path: 'src', glob: 'deep/*.ts' })).toBe('src/deep/c.ts')
    expect(await said('list_files', { glob: '*.rs', path: 'src' })).toBe('[no such files in src]')
  })

  it('folds folders where there are too many files for one answer', async () => {
    for (let file = 0; file < 450; file++) example.put(`many/${file % 3}/${file}.txt`, '')
    expect(await said('list_files', {})).toBe(
      [
        '.gitignore',
        'b.md',
        ...[0, 1, 2].map((folder) => `many/${folder}/ (150 files)`),
        'src/a.ts',
        'src/deep/ (2 files)',
      ].join('\n'),
    )
    expect(await said('list_files', { path: 'many', depth: 2 })).toContain('[50 more lines')
  })

  it('does not leave the root', async () => {
    mkdirSync(join(example.base, 'other'))
    symlinkSync(join(example.base, 'other'), join(example.root, 'link'))
    for (const path of ['..', '../other', '/', 'link']) {
      expect(await example.call('list_files', { path })).toMatchObject({ isError: true })
    }
  })
})

describe('search', () => {
  beforeEach(() => {
    example.put('a.ts', 'const one = 1\nconst Two = (2)\n')
    example.put('src/b.md', 'two\n\nTWO\n')
    example.put('.gitignore', 'hidden\n')
    example.put('hidden', 'two')
  })

  it('finds a text as it stands, by file and line', async () => {
    expect(await said('search', { pattern: '(2)' })).toBe('a.ts:2: const Two = (2)')
    expect(await said('search', { pattern: 'two' })).toBe('src/b.md:1: two')
    expect(await said('search', { pattern: 'two', ignore_case: true, glob: '*.md' })).toBe(
      'src/b.md:1: two\nsrc/b.md:3: TWO',
    )
    expect(await said('search', { pattern: 'const', path: 'src' })).toBe('[nothing found]')
  })

  it('finds a regular expression', async () => {
    expect(await said('search', { pattern: '^const \\w+ = \\d', regex: true })).toBe('a.ts:1: const one = 1')
    expect(await said('search', { pattern: '^t.o$', regex: true, ignore_case: true })).toBe(
      'src/b.md:1: two\nsrc/b.md:3: TWO',
    )
    expect(await said('search', { pattern: '(', regex: true })).toContain('no regular expression')
  })

  it('goes on where an expression takes too long in one file', async () => {
    example.put('bad', `${'a'.repeat(60)}b\n`)
    example.put('good', 'aac\n')
    const found = await said('search', { pattern: '^(a+)+c$', regex: true })
    expect(found).toBe('good:1: aac\n[the expression took too long in bad: write a simpler one]')
  })

  it('gives parts of long lines, around what was found', async () => {
    example.put('long', `${'x'.repeat(5000)}needle${'y'.repeat(5000)}`)
    const found = await said('search', { pattern: 'needle' })
    expect(found).toMatch(/^long:1: …x+needley+…$/)
    expect(found.length).toBeLessThan(320)
  })

  it('stops where enough was found, and says so', async () => {
    for (let file = 0; file < 6; file++) example.put(`many/${file}`, 'needle\n'.repeat(60))
    const found = await said('search', { pattern: 'needle', path: 'many' })
    expect(found.split('\n').filter((line) => line.includes('needle'))).toHaveLength(200)
    expect(found).toContain('[there may be more: narrow it down with path or glob]')
    expect(found).toContain('[4 files with more such lines than are shown]')
  })

  it('says which files it could not search', async () => {
    example.put('binary', Buffer.from([0, 1]))
    expect(await said('search', { pattern: 'nowhere' })).toBe(
      '[nothing found]\n[1 file not searched: binary, too large, or not to be read]',
    )
  })

  it('ends when the turn is stopped', async () => {
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(example.call('search', { pattern: 'x' }, signal)).rejects.toThrow('stopped')
  })
})

describe("Heddle's own folder", () => {
  it('is neither listed nor searched, by itself or with all the rest', async () => {
    for (const path of ['.heddle/chat-history', 'sub/.Heddle/x', 'heddle/notes.md']) example.put(path, 'words')
    expect(await said('list_files', {})).toBe('heddle/notes.md')
    expect(await said('list_files', { glob: '**/x' })).toBe('[no such files]')
    expect(await said('search', { pattern: 'words' })).toBe('heddle/notes.md:1: words')
    for (const path of ['.heddle', 'sub/.Heddle', '.heddle/chat-history'])
      for (const outcome of [said('list_files', { path }), said('search', { pattern: 'words', path })])
        expect(await outcome).toContain('belongs to Heddle')
  })

  it.runIf(process.platform !== 'win32')('is not searched through a link', async () => {
    example.put('.heddle/chat-history', 'words')
    symlinkSync('.heddle/chat-history', join(example.root, 'link'))
    expect(await said('search', { pattern: 'words' })).not.toContain('words')
  })
})
