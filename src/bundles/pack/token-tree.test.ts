import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TreeSize, tokenTree } from './token-tree.ts'

const files = fc
  .uniqueArray(
    fc.tuple(
      fc.array(fc.constantFrom('a', 'b', 'c', '__proto__', '', 'x y'), { minLength: 1, maxLength: 4 }),
      fc.nat(99),
    ),
    { selector: ([names]) => names.join('/') },
  )
  .map((pairs) => pairs.map(([names, size]) => ({ path: names.join('/'), size })))

function each(node: TreeSize): TreeSize[] {
  return [node, ...(node.children ?? []).flatMap(each)]
}

describe('a tree of sizes', () => {
  it('sums up in every folder, counts every file once, and puts the largest first', () => {
    fc.assert(
      fc.property(files, (given) => {
        const tree = tokenTree(given)
        expect(tree.name).toBe('.')
        expect(tree.files).toBe(given.length)
        expect(tree.size).toBe(given.reduce((sum, { size }) => sum + size, 0))
        expect(each(tree).filter(({ children }) => !children)).toHaveLength(given.length)
        for (const { children = [], size, files: count } of each(tree).filter((node) => node.children)) {
          expect(size).toBe(children.reduce((sum, child) => sum + child.size, 0))
          expect(count).toBe(children.reduce((sum, child) => sum + child.files, 0))
          expect(children).toEqual(
            children.toSorted((one, other) => other.size - one.size || (one.name < other.name ? -1 : 1)),
          )
        }
        expect(tokenTree(given.toReversed())).toEqual(tree)
      }),
    )
  })

  it('is empty for no files', () => {
    expect(tokenTree([])).toEqual({ name: '.', size: 0, files: 0, children: [] })
  })
})
