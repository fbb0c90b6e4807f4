import { describe, expect, it } from 'vitest'
import { checksOf, type TreeResult } from './checks.ts'
import { shapeOf, treeEntries } from './shape.ts'

function result(nodes: number, median: number): TreeResult {
  const timing = { rounds: 9, median, p95: median }
  return {
    nodes,
    filled: { imported: nodes, milliseconds: nodes / 5, branches: 9, storeBytes: nodes * 850, textBytes: nodes * 500 },
    used: {
      operations: [
        { name: 'append', isNamed: true, ...timing },
        { name: 'first search', isNamed: false, ...timing },
      ],
    },
    peakMegabytes: 1,
  }
}

describe('checksOf', () => {
  it('holds what the issue names against its targets, and the largest tree against the smallest', () => {
    const checks = checksOf([result(100, 0.5), result(10_000, 1.5)])
    expect(checks.map(({ value, pass }) => [value, pass])).toEqual([
      [1.5, true],
      [3, false],
      [5000, true],
      [350, true],
    ])
  })
})

describe('treeEntries', () => {
  it('makes a tree of as many nodes as it was asked for, parents first', async () => {
    for (const nodes of [200, 1000, 12_345]) {
      const shape = shapeOf(nodes)
      const seen = new Set<string | null>([null])
      let forks = 0
      for await (const entry of treeEntries(shape, { milliseconds: 0, bytes: 0 })) {
        if (entry.kind !== 'node') continue
        expect(seen.has(entry.parent)).toBe(true)
        if (entry.key.startsWith('f') && entry.parent?.startsWith('t')) forks++
        seen.add(entry.key)
      }
      expect(seen.size - 1 + shape.siblings).toBe(nodes)
      expect(forks).toBe(Math.floor(nodes / 100) - 1)
    }
  })
})
