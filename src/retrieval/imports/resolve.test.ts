import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importResolver } from './resolve.ts'

const listed = [
  'cmd/tool/main.go',
  'internal/store/store.go',
  'internal/store/store_test.go',
  'internal/store/sql.go',
  'include/lib/a.h',
  'lib/parse.rb',
  'py/pkg/__init__.py',
  'py/pkg/mod.py',
  'py/pkg/sub/deep.py',
  'rs/src/ast.rs',
  'rs/src/ast/node.rs',
  'rs/src/lib.rs',
  'src/a.ts',
  'src/b/index.ts',
  'src/b/other.test.ts',
  'src/b/other.ts',
  'src/data.json',
  'src/js/old.js',
  'src/main/java/com/acme/User.java',
  'src/util/log.ts',
  'src/view.vue',
  'test/util/log.ts',
]
const resolve = importResolver(listed)

describe('what an import means among listed files', () => {
  it.each([
    ['src/a.ts', './b/other.ts', 'src/b/other.ts'],
    ['src/a.ts', './b/other.js', 'src/b/other.ts'],
    ['src/a.ts', './b/other', 'src/b/other.ts'],
    ['src/a.ts', './b', 'src/b/index.ts'],
    ['src/a.ts', './b/index.js', 'src/b/index.ts'],
    ['src/a.ts', './b/other.test', 'src/b/other.test.ts'],
    ['src/a.ts', './data.json', 'src/data.json'],
    ['src/a.ts', './view.vue', 'src/view.vue'],
    ['src/b/other.ts', '..//a', 'src/a.ts'],
    ['src/b/index.ts', '../js/old.js', 'src/js/old.js'],
    ['src/a.ts', '@/util/log', 'src/util/log.ts'],
    ['test/a.ts', '~/util/log.js', 'test/util/log.ts'],
    ['src/a.ts', 'src/b', 'src/b/index.ts'],
    ['py/pkg/mod.py', 'pkg/sub/deep', 'py/pkg/sub/deep.py'],
    ['py/pkg/sub/deep.py', '../mod', 'py/pkg/mod.py'],
    ['py/pkg/mod.py', 'pkg/sub/deep/name', 'py/pkg/sub/deep.py'],
    ['py/pkg/mod.py', 'pkg', 'py/pkg/__init__.py'],
    ['src/x.c', 'lib/a.h', 'include/lib/a.h'],
    ['rs/src/ast.rs', './node', 'rs/src/ast/node.rs'],
    ['rs/src/ast/node.rs', 'crate/ast/Node', 'rs/src/ast.rs'],
    ['src/main/java/com/acme/App.java', 'com/acme/User', 'src/main/java/com/acme/User.java'],
    ['lib/main.rb', './parse', 'lib/parse.rb'],
  ])('%s: %s', (from, specifier, path) => {
    expect(resolve(from, specifier)).toEqual([path])
  })

  it('is the files of a package in Go, without its tests', () => {
    const store = ['internal/store/sql.go', 'internal/store/store.go']
    expect(resolve('cmd/tool/main.go', 'acme.com/x/internal/store')).toEqual(store)
    expect(resolve('internal/store/sql.go', 'acme.com/x/internal/store')).toEqual([])
    expect(resolve('cmd/tool/main.go', 'fmt')).toEqual([])
  })

  it.each([
    ['src/a.ts', 'react'],
    ['src/a.ts', 'log'],
    ['src/a.ts', 'lodash/log'],
    ['src/a.ts', './data'],
    ['src/a.ts', './a'],
    ['src/a.ts', '../../../etc/passwd'],
    ['src/a.ts', '.'],
    ['src/a.ts', ''],
    ['src/a.ts', '/'],
    ['src/a.ts', '@/'],
    ['py/pkg/mod.py', 'os/path'],
  ])('is nothing for %s: %s', (from, specifier) => {
    expect(resolve(from, specifier)).toEqual([])
  })

  it('is nothing where too many files have the name', () => {
    const many = Array.from({ length: 100 }, (_, at) => `f${at}/util/log.ts`)
    expect(importResolver(many)('a.ts', '@/util/log')).toEqual([])
    expect(importResolver(many)('f7/x.ts', './util/log')).toEqual(['f7/util/log.ts'])
  })

  it('is only ever a listed file, whatever is asked', () => {
    const part = fc.constantFrom('.', '..', 'src', 'a', 'b', 'index', 'log', '', 'crate', '@', '__proto__', 'a.ts')
    const path = fc.array(part).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(fc.constantFrom(...listed, 'x.rs', 'y.go'), path, (from, specifier) => {
        for (const found of resolve(from, specifier)) {
          expect(listed).toContain(found)
          expect(found).not.toBe(from)
        }
      }),
    )
  })
})
