import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { applyPatch } from 'diff'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { digestText } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'
import { type ExampleRoot, exampleRoot, saidIn } from './example-root.ts'

let example: ExampleRoot
beforeEach(() => {
  example = exampleRoot()
})
afterEach(() => example.remove())

const said = async (name: string, input: Json): Promise<string> => saidIn(await example.call(name, input))
const write = (path: string, content: string): Promise<string> => said('write_file', { path, content })
const replace = (path: string, old_text: string, new_text: string, replace_all = false): Promise<string> =>
  said('replace_in_file', { path, old_text, new_text, replace_all })

describe('write_file', () => {
  it('makes a file and the folders above it, and says what changed', async () => {
    const outcome = await example.call('write_file', { path: 'a/b/c.txt', content: 'one\ntwo\n' })
    expect(example.text('a/b/c.txt')).toBe('one\ntwo\n')
    expect(saidIn(outcome)).toBe('Made a/b/c.txt (2 lines).')
    expect(outcome.changes).toEqual([
      {
        path: 'a/b/c.txt',
        before: null,
        after: digestText('one\ntwo\n'),
        diff: '--- /dev/null\n+++ b/a/b/c.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n',
      },
    ])
    expect(readdirSync(join(example.root, 'a/b'))).toEqual(['c.txt'])
  })

  it('overwrites nothing that was not read', async () => {
    example.put('a', 'mine')
    expect(await write('a', 'yours')).toContain('Read it first')
    expect(example.text('a')).toBe('mine')
    await example.call('read_file', { path: 'a' })
    expect(await write('a', 'yours')).toBe('Wrote a (1 line).')
    expect(await write('a', 'again\n')).toBe('Wrote a (1 line).')
    expect(await write('a', 'again\n')).toBe('a has this text already.')
  })

  it('overwrites nothing that another changed since', async () => {
    example.put('a', 'one')
    await example.call('read_file', { path: 'a' })
    example.put('a', 'two')
    for (const outcome of [await write('a', 'three'), await replace('a', 'two', 'three')])
      expect(outcome).toContain('a has changed since you last saw it')
    expect(example.text('a')).toBe('two')
    await example.call('read_file', { path: 'a' })
    expect(await replace('a', 'two', 'three')).toContain('Replaced 1 place')
  })

  it('makes a file again that another removed', async () => {
    await write('a', 'one')
    rmSync(join(example.root, 'a'))
    expect(await write('a', 'one')).toBe('Made a (1 line).')
  })

  it('keeps permissions, line ends and the byte order mark', async () => {
    example.put('a', '\ufeffone\r\ntwo\r\n')
    chmodSync(join(example.root, 'a'), 0o750)
    await example.call('read_file', { path: 'a' })
    await write('a', 'one\n2\n')
    expect(example.text('a')).toBe('\ufeffone\r\n2\r\n')
    if (process.platform !== 'win32') expect(statSync(join(example.root, 'a')).mode & 0o777).toBe(0o750)
  })

  it('leaves what is no text, or not in UTF-8, as it is', async () => {
    const files = { binary: Buffer.from([0, 1]), latin: Buffer.from('caf\u00e9', 'latin1') }
    for (const [path, bytes] of Object.entries(files)) {
      example.put(path, bytes)
      await example.call('read_file', { path })
      expect(await example.call('write_file', { path, content: 'x' })).toMatchObject({ isError: true })
      expect(Buffer.from(example.text(path))).toEqual(Buffer.from(bytes.toString('utf8')))
    }
  })

  it('shows what it would do, and does nothing yet', async () => {
    example.put('a', 'one\ntwo\n')
    await example.call('read_file', { path: 'a' })
    const tool = example.tool('write_file')
    expect(await tool.preview?.({ path: 'a', content: 'one\n2\n' })).toBe(
      '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
    )
    expect(await tool.preview?.({ path: '../a', content: '' })).toBeNull()
    expect(await tool.preview?.({ path: 7 })).toBeNull()
    expect(tool.describe({ path: 'a', content: 'x\ny' })).toBe('Write a (2 lines)')
    expect(example.text('a')).toBe('one\ntwo\n')
  })

  it('cuts a diff that is very long', async () => {
    const outcome = await example.call('write_file', { path: 'a', content: 'a line of text\n'.repeat(10_000) })
    const diff = outcome.changes?.[0]?.diff ?? ''
    expect(diff.length).toBeLessThan(41_000)
    expect(diff).toMatch(/\n\[… \d+ more lines of this diff\]\n$/)
  })
})

describe('replace_in_file', () => {
  it('replaces what stands once, and shows the lines around it where the file is long', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}\n`)
    example.put('a', lines.join(''))
    const outcome = await example.call('replace_in_file', { path: 'a', old_text: 'line 150\n', new_text: 'x\ny\n' })
    expect(outcome.content).toEqual([
      { kind: 'text', text: 'Replaced 1 place in a. Lines 147-154 of 301:' },
      {
        kind: 'file',
        path: 'a',
        way: 'write',
        text: 'line 147\nline 148\nline 149\nx\ny\nline 151\nline 152\nline 153\n',
        range: { from: 147, to: 154 },
      },
    ])
    expect(outcome.changes?.[0]).toMatchObject({ path: 'a', after: digestText(example.text('a')) })
    expect(example.seen.get('a')).toBe(digestText(example.text('a')))
  })

  it('shows a short file whole', async () => {
    example.put('a', 'one\ntwo\n')
    const outcome = await example.call('replace_in_file', { path: 'a', old_text: 'two', new_text: '2' })
    expect(outcome.content[1]).toEqual({ kind: 'file', path: 'a', way: 'write', text: 'one\n2\n' })
    expect(await replace('a', 'one\n2\n', '')).toBe('Replaced 1 place in a. It is empty now.')
  })

  it('changes nothing where the text stands more than once, and names the lines', async () => {
    example.put('a', 'x = 1\ny\nx = 1\n')
    expect(await replace('a', 'x = 1', 'x = 2')).toMatch(/^old_text stands 2 times in a: at lines 1, 3\. Nothing/)
    expect(await replace('a', 'x = 1', 'x = 2', true)).toContain('Replaced 2 places')
    expect(example.text('a')).toBe('x = 2\ny\nx = 2\n')
  })

  it('shows what is nearest where the text does not stand there', async () => {
    example.put('a', 'function one() {\n    return 1\n}\n\nfunction two() {\n    return compute(2, left)\n}\n')
    expect(await replace('a', 'function two() {\n  return compute(2, left)\n}', '')).toContain(
      'every character must be the same:\n5: function two() {\n6:     return compute(2, left)\n7: }',
    )
    expect(await replace('a', 'return compute(3, left)', '')).toContain('\n6:     return compute(2, left)')
    expect(await replace('a', 'Zebra', '')).toContain('Nothing in it is like it')
  })

  it('takes line ends as the file has them, and keeps them', async () => {
    example.put('a', 'one\r\ntwo\r\n')
    await replace('a', 'one\ntwo', 'one\ntwo\nthree')
    await replace('a', 'three\r\n', '3\r\n')
    expect(example.text('a')).toBe('one\r\ntwo\r\n3\r\n')
  })

  it('takes a dollar sign as it is', async () => {
    example.put('a', 'x')
    await replace('a', 'x', "$& $1 $$ $'")
    expect(example.text('a')).toBe("$& $1 $$ $'")
  })

  it('refuses what would do nothing, what is not there, and what would grow without bounds', async () => {
    example.put('a', 'x'.repeat(10_000))
    expect(await replace('a', 'x'.repeat(10_000), 'x'.repeat(10_000))).toContain('are the same')
    expect(await replace('b', 'x', 'y')).toContain('use write_file')
    expect(await replace('a', 'x', 'y'.repeat(2000), true)).toContain('larger than 10 MB')
    expect(await replace('a', '', 'y')).toContain('old_text')
    expect(example.text('a')).toBe('x'.repeat(10_000))
  })

  it('leaves a file and a diff that agree, and shows every line that is new', async () => {
    const line = fc.constantFrom('a', 'b', 'ab', '', 'longer line', 'ü')
    const text = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'))
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('a', 'b\n', 'longer', '\n\n'),
        text,
        async (before, old_text, new_text) => {
          example.put('p', before)
          example.seen.clear()
          const outcome = await example.call('replace_in_file', { path: 'p', old_text, new_text, replace_all: true })
          const after = before.split(old_text).join(new_text)
          expect(example.text('p')).toBe(after)
          expect(outcome.isError).toBe(before === after)
          const lines = after.split('\n')
          for (const part of outcome.content)
            if (part.kind === 'file') {
              const { from, to } = part.range ?? { from: 1, to: lines.length }
              expect(part.text.replace(/\n$/, '')).toBe(
                lines
                  .slice(from - 1, to)
                  .join('\n')
                  .replace(/\n$/, ''),
              )
            }
          const [change] = outcome.changes ?? []
          if (change) expect(applyPatch(before, change.diff)).toBe(after)
        },
      ),
      { numRuns: 60 },
    )
  })
})
