import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Aliases, resolver } from './resolver.ts'

const found = (paths: readonly string[], target: string, from: string, form: 'wiki' | 'markdown' = 'wiki') => {
  const resolution = resolver(paths)({ target, form }, from)
  return resolution.kind === 'found' ? resolution.path : resolution.cause
}

describe('a name', () => {
  it('is that of a note, with or without its extension; others need theirs', () => {
    const paths = ['a/Note.md', 'b/Plan v1.2.md', 'c/plan.png', 'd/plan', 'e/Books.base']
    expect(found(paths, 'Note', 'x.md')).toBe('a/Note.md')
    expect(found(paths, 'Note.md', 'x.md')).toBe('a/Note.md')
    expect(found(paths, 'Plan v1.2', 'x.md')).toBe('b/Plan v1.2.md')
    expect(found(paths, 'plan.png', 'x.md')).toBe('c/plan.png')
    expect(found(paths, 'Books.base', 'x.md')).toBe('e/Books.base')
    expect(found(paths, 'plan', 'x.md')).toBe('d/plan')
    expect(found(paths, 'Books', 'x.md')).toBe('no-such-note')
    expect(found(paths, 'ote', 'x.md')).toBe('no-such-note')
  })

  it('is compared without case and in one normal form; what is spelled the same comes first', () => {
    const paths = ['Cafe\u0301.md', 'log.md', 'Log.md', 'a/Ümlaut.MD']
    expect(found(paths, 'caf\u00e9', 'x.md')).toBe('Cafe\u0301.md')
    expect(found(paths, 'log', 'x.md')).toBe('log.md')
    expect(found(paths, 'Log', 'x.md')).toBe('Log.md')
    expect(found(paths, 'LOG', 'x.md')).toBe('Log.md')
    expect(found(paths, 'u\u0308mlaut', 'x.md')).toBe('a/Ümlaut.MD')
  })

  /** What Obsidian 1.13.7 was seen to do. */
  it('of several files is the one in the root, in the own folder, or with the shortest path', () => {
    const some = ['zzzz/Note.md', 'a/b/Note.md']
    for (const from of ['x.md', 'zzzz/x.md', 'a/b/x.md'])
      expect(found(['Note.md', ...some], 'Note', from)).toBe('Note.md')
    expect(found(some, 'Note', 'zzzz/x.md')).toBe('zzzz/Note.md')
    expect(found(some, 'Note', 'a/b/x.md')).toBe('a/b/Note.md')
    expect(found(some, 'Note', 'x.md')).toBe('a/b/Note.md')
    const more = [...some, 'b/Note.md', 'aaaaaaaa/Note.md']
    expect(found(more, 'Note', 'x.md')).toBe('b/Note.md')
    expect(found(more, 'Note', 'zzzz/deep/x.md')).toBe('b/Note.md')
    expect(found(more, 'Note', 'zzzz/x.md')).toBe('zzzz/Note.md')
    expect(found(more, 'b/Note', 'a/b/x.md')).toBe('b/Note.md')
    expect(found(some, 'b/Note', 'x.md')).toBe('a/b/Note.md')
    expect(found(['a/long/Note.md', 'b/Note.md'], 'Note', 'a/x.md')).toBe('a/long/Note.md')
    expect(found(['bb/Tie.md', 'aa/Tie.md'], 'Tie', 'x.md')).toBe('aa/Tie.md')
  })

  it('may be an alias, if no file has it', () => {
    const aliases: Aliases = new Map([
      ['long/one.md', ['Other', 'two']],
      ['one.md', ['OTHER']],
    ])
    const resolve = resolver(['long/one.md', 'one.md', 'deep/two.md'], aliases)
    expect(resolve({ target: 'other', form: 'wiki' }, 'x.md')).toEqual({ kind: 'found', path: 'one.md' })
    expect(resolve({ target: 'two', form: 'wiki' }, 'x.md')).toEqual({ kind: 'found', path: 'deep/two.md' })
    expect(resolve({ target: 'other', form: 'markdown' }, 'x.md')).toMatchObject({ kind: 'unresolved' })
    expect(resolve({ target: 'three', form: 'wiki' }, 'x.md')).toEqual({ kind: 'unresolved', cause: 'no-such-note' })
  })
})

describe('a path', () => {
  it('with dots starts at the folder of the file, with a slash at the root, and is there or not', () => {
    const paths = ['y.md', 'a/y.md', 'a/b/y.md', 'deep/z.md']
    expect(found(paths, '../y', 'a/x.md')).toBe('y.md')
    expect(found(paths, './y', 'a/x.md')).toBe('a/y.md')
    expect(found(paths, 'b/../y.md', 'a/x.md')).toBe('a/y.md')
    expect(found(paths, '/y', 'a/x.md')).toBe('y.md')
    expect(found(paths, './z', 'a/x.md')).toBe('no-such-note')
    expect(found(paths, '/z', 'a/x.md')).toBe('no-such-note')
    expect(found(paths, '../../y', 'a/x.md')).toBe('outside')
    expect(found(paths, '/../y', 'a/x.md')).toBe('outside')
  })

  it('of a markdown link starts at the folder of the file, if a file is there', () => {
    const paths = ['README.md', 'a/README.md', 'b/c.md']
    expect(found(paths, 'README.md', 'a/x.md', 'markdown')).toBe('a/README.md')
    expect(found(paths, 'README.md', 'a/x.md', 'wiki')).toBe('README.md')
    expect(found(paths, 'README.md', 'b/x.md', 'markdown')).toBe('README.md')
    expect(found(paths, 'c.md', 'a/x.md', 'markdown')).toBe('b/c.md')
  })

  it('that is not there tells whether it was that of a note', () => {
    expect(found([], 'a/b.png', 'x.md')).toBe('no-such-file')
    expect(found([], 'a/b.MD', 'x.md')).toBe('no-such-note')
    expect(found([], 'E. M. Forster', 'x.md')).toBe('no-such-note')
  })
})

describe('any vault', () => {
  const name = fc.constantFrom('a', 'B', 'b', 'note', 'é', 'e\u0301', 'v1.2')
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
  const file = fc.tuple(path, fc.constantFrom('.md', '.png', '')).map(([start, extension]) => start + extension)
  const files = fc.uniqueArray(file, { maxLength: 20 })
  const target = fc.tuple(fc.constantFrom('', '/', './', '../', '../../'), file).map(([start, rest]) => start + rest)
  const form = fc.constantFrom('wiki' as const, 'markdown' as const)

  it('resolves in the same way however its files are listed, and to nothing but its files', () => {
    const shuffled = files.chain((paths) =>
      fc.tuple(fc.constant(paths), fc.shuffledSubarray(paths, { minLength: paths.length })),
    )
    fc.assert(
      fc.property(shuffled, target, file, form, ([paths, others], to, from, as) => {
        const resolution = found(paths, to, from, as)
        expect(found(others, to, from, as)).toBe(resolution)
        expect([...paths, 'no-such-note', 'no-such-file', 'outside']).toContain(resolution)
      }),
      { numRuns: 1000 },
    )
  })

  it('has every file with an extension under its whole path, from wherever', () => {
    fc.assert(
      fc.property(files, file, (paths, from) => {
        for (const each of paths.filter((path) => /\.(?:md|png)$/.test(path))) {
          expect(found(paths, `/${each}`, from)).toBe(each)
          expect(found(paths, each, from)).toBe(each)
        }
      }),
    )
  })
})
