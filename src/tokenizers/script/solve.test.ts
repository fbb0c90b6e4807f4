import fc from 'fast-check'
import { expect, it } from 'vitest'
import { solve } from './solve.ts'

it('solves systems of positive definite matrices', () => {
  expect(solve([[4]], [2])).toEqual([0.5])
  const row = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(row, { minLength: 4, maxLength: 4 }), row, (rows, wanted) => {
      const matrix = rows.map((a, i) => rows.map((b, j) => product(a, b) + (i === j ? 1 : 0)))
      const found = solve(
        matrix,
        matrix.map((each) => product(each, wanted)),
      )
      for (const [at, value] of found.entries()) expect(value).toBeCloseTo(wanted[at] ?? 0, 6)
    }),
  )
})

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
