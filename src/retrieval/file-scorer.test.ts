import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileScorer, type ScoredFile } from './file-scorer.ts'

function scored(task: string, files: { readonly [path: string]: string }): { readonly [path: string]: ScoredFile } {
  const scorer = fileScorer(task)
  for (const [path, text] of Object.entries(files)) scorer.add(path, text)
  return Object.fromEntries(scorer.files().map((file) => [file.path, file]))
}

const score = (file: ScoredFile | undefined): number => (file ? file.words + file.byPath : Number.NaN)
const filler = (lines: number): string => 'const nothing = here()\n'.repeat(lines)

describe('fileScorer', () => {
  it('finds a file by what it says, and by names made of the words', () => {
    const files = scored('unique index', { 'a.ts': 'uniqueIndex()', 'b.ts': 'an index', 'c.ts': 'something' })
    expect(score(files['a.ts'])).toBeGreaterThan(score(files['b.ts']))
    expect(score(files['b.ts'])).toBeGreaterThan(score(files['c.ts']))
    expect(score(files['c.ts'])).toBe(0)
  })

  it('tells what the path adds to the text', () => {
    const files = scored('index', { 'index-node.ts': 'index', 'b.ts': 'index', 'index-other.ts': 'nothing' })
    expect(files['index-node.ts']?.byPath).toBeGreaterThan(0)
    expect(files['index-node.ts']?.words).toBeGreaterThan(0)
    expect(files['b.ts']).toMatchObject({ byPath: 0 })
    expect(files['index-other.ts']).toMatchObject({ words: 0 })
    expect(score(files['index-other.ts'])).toBeGreaterThan(score(files['b.ts']))
  })

  it('puts the piece first that has the words', () => {
    const text = `${filler(100)}function dropIndex() {\n${filler(100)}`
    const pieces = scored('drop index', { 'a.ts': text, 'b.ts': filler(10) })['a.ts']?.pieces ?? []
    expect(pieces).toHaveLength(12)
    expect(pieces.slice(0, 2).map(([from, to]) => [from, to])).toEqual([
      [81, 112],
      [97, 128],
    ])
    expect(pieces.at(-1)?.[2]).toBe(0)
  })

  it('counts the last line that is not indented for what stands below it', () => {
    const method = '  run() {}\n'
    const text = `class IndexBuilder {\n${method.repeat(60)}}\n\nclass Other {\n${method.repeat(60)}}\n`
    const { pieces = [] } = scored('index', { 'a.ts': text, 'b.ts': filler(10) })['a.ts'] ?? {}
    for (const [from, , found] of pieces) expect(found > 0).toBe(from < 65)
  })

  it('prefers a file that says it in one place to one that says it all over', () => {
    const near = `${filler(60)}unique\nindex\n${filler(60)}`
    const far = `unique\n${filler(120)}index\n`
    const files = scored('unique index', { 'near.ts': near, 'far.ts': far })
    expect(score(files['near.ts'])).toBeGreaterThan(score(files['far.ts']))
  })

  it('has a piece for a file without lines, and for one without words', () => {
    const files = scored('index', { 'empty.ts': '', 'blank.ts': '\n\n', 'b.ts': 'index' })
    expect(files['empty.ts']?.pieces).toEqual([[1, 1, 0]])
    expect(files['blank.ts']?.pieces).toEqual([[1, 2, 0]])
  })

  it('keeps the later text of a path', () => {
    const scorer = fileScorer('index')
    scorer.add('a.ts', 'index')
    scorer.add('a.ts', 'other')
    expect(scorer.files()).toMatchObject([{ path: 'a.ts', words: 0 }])
  })

  it('scores the same in any order of files', () => {
    const word = fc.constantFrom('index', 'table', 'dropIndex', 'unique', 'other', '\n', '存储')
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '))
    const path = fc.stringMatching(/^[a-c]{1,2}\/(index|table|x)\.ts$/)
    fc.assert(
      fc.property(fc.dictionary(path, text), fc.array(word), fc.func(fc.nat()), (files, task, key) => {
        const run = (entries: readonly (readonly [string, string])[]): readonly ScoredFile[] => {
          const scorer = fileScorer(task.join(' '))
          for (const [each, content] of entries) scorer.add(each, content)
          return scorer.files()
        }
        const entries = Object.entries(files)
        const shuffled = entries.toSorted(([one], [other]) => key(one) - key(other))
        expect(run(shuffled)).toEqual(run(entries))
        for (const file of run(entries)) {
          expect(file.words).toBeGreaterThanOrEqual(0)
          expect(file.byPath).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('texts that are made to be slow', () => {
  const texts: { readonly [name: string]: string } = {
    'one line without blanks': 'x'.repeat(1_000_000),
    'one line of words': 'index '.repeat(170_000),
    'empty lines': '\n'.repeat(1_000_000),
    'names of many parts': 'aB_'.repeat(330_000),
    'script without spaces': '存储节点'.repeat(100_000),
    'accents on nothing': '\u0301'.repeat(300_000),
    hyphens: 'a-'.repeat(500_000),
    'much that is below one line': `${'index w5 '.repeat(10_000)}\n${'  x\n'.repeat(200_000)}`,
    'different words': Array.from({ length: 100_000 }, (_, at) => `w${at}`).join(' '),
  }

  it.each(Object.entries(texts))('%s, as a file and as a task', (_, text) => {
    const files = scored('index w5 存储', { 'a.ts': text, 'b.ts': 'index w5 存储' })
    expect(files['b.ts']?.words).toBeGreaterThan(0)
    expect(scored(text, { 'b.ts': 'index' })['b.ts']?.pieces).toHaveLength(1)
  })

  it.each(['', '?!. -- `` ### 。「」', '`'.repeat(100_000)])('a task without a word in it gives no scores', (task) => {
    expect(scored(task, { 'a.ts': 'index', '`.ts': '```' })).toMatchObject({ 'a.ts': { words: 0, byPath: 0 } })
  })
})
