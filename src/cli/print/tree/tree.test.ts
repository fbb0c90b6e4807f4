import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choose, type View } from './choose.ts'
import { outlineOf } from './outline.ts'
import { type TreeRow, treeRows } from './rows.ts'

function draw(parents: readonly number[], view: Partial<View> = {}): TreeRow[] {
  const outline = outlineOf(Int32Array.from(parents))
  const whole = { lines: 40, focus: 0, around: false, marked: [], ...view }
  return treeRows(outline, choose(outline, whole).shown, whole.focus)
}

const text = (rows: readonly TreeRow[]): string[] =>
  rows.map((row) => row.prefix + (row.kind === 'node' ? row.node : `${row.branches}:${row.nodes}`))

const chain = (length: number): number[] => Array.from({ length }, (_, node) => node - 1)

const random = fc
  .tuple(fc.array(fc.nat(), { maxLength: 200 }), fc.integer({ min: 0, max: 3 }))
  .map(([picks, shape]) => [-1, ...picks.map((pick, at) => (pick % 4 < shape ? pick % (at + 1) : at))])

describe('a drawn tree', () => {
  it('shows every node of a small one', () => {
    //  0 ─ 1 ─ 2 ─ 5, and 3 ─ 4 beside 2
    expect(text(draw([-1, 0, 1, 1, 3, 2], { focus: 5 }))).toEqual(['● 0', '● 1', '├─ ● 3', '│  ● 4', '● 2', '● 5'])
  })

  it('tells a long run in one line', () => {
    expect(text(draw(chain(1000), { lines: 5, focus: 999 }))).toEqual(['● 0', '┊ 0:996', '● 997', '● 998', '● 999'])
  })

  it('tells branches that are not shown in one line', () => {
    const parents = [-1, ...Array.from({ length: 5000 }, () => 0)]
    const rows = text(draw(parents, { lines: 4, focus: 7 }))
    expect(rows).toHaveLength(4)
    expect(rows).toContain('● 7')
    expect(rows).toContain('├─ 4998:4998')
  })

  it('shows what is near a node, and what is above it', () => {
    const rows = text(draw(chain(1000), { lines: 7, focus: 500, around: true, depth: 2 }))
    expect(rows).toEqual(['┊ 0:498', '● 498', '● 499', '● 500', '● 501', '● 502', '┊ 0:497'])
  })

  it('never takes more lines than asked, tells of every node once, and shows the focus', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 3, max: 60 }), fc.nat(), fc.boolean(), (parents, lines, pick, around) => {
        const focus = pick % parents.length
        const rows = draw(parents, { lines, focus, around, marked: [parents.length - 1] })
        expect(rows.length).toBeLessThanOrEqual(lines)
        const told = rows.reduce((sum, row) => sum + (row.kind === 'node' ? 1 : row.nodes), 0)
        expect(told).toBe(parents.length)
        const shown = rows.flatMap((row) => (row.kind === 'node' ? [row.node] : []))
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown).toContain(focus)
        for (const [at, node] of shown.entries())
          if (at > 0 && parents[node] !== undefined) expect(parents[node]).toBeLessThan(node)
      }),
    )
  })

  it('shows all nodes where there are lines for all', () => {
    fc.assert(
      fc.property(random, (parents) => {
        expect(draw(parents, { lines: parents.length + 2 }).every(({ kind }) => kind === 'node')).toBe(true)
      }),
    )
  })

  it('is quick for a million nodes, however deep', () => {
    for (const parents of [
      chain(1_000_000),
      Array.from({ length: 1_000_000 }, (_, node) => Math.floor((node - 1) / 2)),
    ]) {
      const start = performance.now()
      expect(draw(parents, { focus: 999_999 }).length).toBeLessThanOrEqual(40)
      expect(performance.now() - start).toBeLessThan(5000)
    }
  })
})
