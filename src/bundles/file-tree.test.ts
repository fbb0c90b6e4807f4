import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileTree } from './file-tree.ts'

it('sorts by code units, folders first', () => {
  expect(fileTree(['b', 'a-b/x', 'a/x', 'a/y', 'B', 'é'])).toBe(
    '├── a/\n│   ├── x\n│   └── y\n├── a-b/\n│   └── x\n├── B\n├── b\n└── é',
  )
})

it('tells a folder from a file of the same name', () => {
  expect(fileTree(['a', 'a/b', 'a/'])).toBe('├── a/\n│   └── b\n└── a')
})

it('keeps every name on one line', () => {
  expect(fileTree(['a\nb/$&\t.md'])).toBe('└── a\\nb/\n    └── $&\\t.md')
})

it('draws a path of a thousand folders, and one with folders on the way', () => {
  expect(fileTree([`${'a/'.repeat(1000)}b`]).split('\n')).toHaveLength(2)
  const branching = Array.from({ length: 1000 }, (_, depth) => `${'a/'.repeat(depth)}b`)
  expect(fileTree(branching).split('\n')).toHaveLength(1999)
})

it('is the same for the same paths in any order, and has each file once', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'c', '__proto__'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(path.map((names) => `${names.join('/')}.md`)), (paths) => {
      const tree = fileTree(paths)
      expect(fileTree(paths.toReversed())).toBe(tree)
      expect(tree.split('\n').filter((line) => line.endsWith('.md'))).toHaveLength(new Set(paths).size)
    }),
  )
})
