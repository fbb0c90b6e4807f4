import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathKey } from './path-key.ts'

describe('pathKey', () => {
  const same: readonly [string, string][] = [
    ['./src/a.ts', 'src/a.ts'],
    ['src/lib/../a.ts', 'src/a.ts'],
    ['src\\a.ts', 'src/a.ts'],
    ['src//./a.ts', 'src/a.ts'],
    ['/project/src/a.ts', 'src/a.ts'],
    ['../project/src/a.ts', 'src/a.ts'],
    ['../other/a.ts', '/other/a.ts'],
    ['/../../etc/hosts', '/etc/hosts'],
  ]
  it.each(same)('takes %s for %s', (one, other) => {
    expect(pathKey(one, { workspace: '/project/' })).toBe(pathKey(other, { workspace: '/project/' }))
  })

  it('keeps apart what are different files', () => {
    const paths = ['a', 'A', 'b/a', '../a', '../../a', '/a', 'C:/a', 'a b', 'ａ']
    expect(new Set(paths.map((path) => pathKey(path))).size).toBe(paths.length)
    expect(pathKey('/a', { workspace: '' })).not.toBe(pathKey('a', { workspace: '' }))
  })

  it('compares as the file system does', () => {
    const space = { workspace: 'c:\\Work', caseSensitive: false }
    expect(pathKey('SRC\\É.ts', space)).toBe(pathKey('C:/work/src/e\u0301.ts', space))
    expect(pathKey('C:/a')).toBe(pathKey('c:/a'))
    expect(pathKey('c:/A')).not.toBe(pathKey('c:/a'))
  })

  it('is the same for a key as for what it was made of', () => {
    const pieces = fc.array(fc.constantFrom('a', 'B', '.', '..', 'x\\y'), { maxLength: 9 })
    fc.assert(
      fc.property(pieces, fc.constantFrom('', '/', 'c:/'), fc.constantFrom('/w', 'C:\\w'), (names, root, workspace) => {
        const key = pathKey(root + names.join('/'), { workspace })
        expect(pathKey(key, { workspace })).toBe(key)
        expect(pathKey(`${root}./${names.join('//')}/x/..`, { workspace })).toBe(key)
      }),
    )
  })
})
